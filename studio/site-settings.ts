import { basePath, isLocal } from './env.ts'

type SiteSettings = { siteUrl: string | undefined; siteToken: string | undefined }

/** Milliseconds for which the local Studio uses a token; it is valid for three times as long. */
const tokenLifetimeMs = 5_000

let cached: { settings: Promise<SiteSettings>; at: number } | undefined

/** Locally read from the Content Lake. The build of a hosted Studio contains the site's origin, but no token. */
function readSettings(maxAgeMs = Infinity): Promise<SiteSettings> {
  if (!cached || performance.now() - cached.at > maxAgeMs)
    cached = { settings: isLocal ? askLake() : Promise.resolve(builtSettings), at: performance.now() }
  return cached.settings
}

const builtSettings = { siteUrl: process.env['SANITY_STUDIO_SITE_URL'] || undefined, siteToken: undefined }

async function askLake(): Promise<SiteSettings> {
  const answer = await fetch(`${basePath}/studio-settings.json`).catch(() => undefined)
  const settings = answer?.ok ? ((await answer.json()) as Record<string, unknown>) : {}
  const read = (name: string) => (typeof settings[name] === 'string' ? settings[name] : undefined)
  return { siteUrl: read('siteUrl'), siteToken: read('siteToken') }
}

/** The site's origin. Undefined if not set. */
export async function readSiteUrl(): Promise<string | undefined> {
  return (await readSettings()).siteUrl
}

/** A token of the person who is signed in to the local Studio. */
export async function readSiteToken(): Promise<string | undefined> {
  return (await readSettings(tokenLifetimeMs)).siteToken
}
