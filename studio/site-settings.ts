import { isLocal } from './env.ts'

type SiteSettings = { siteUrl: string | undefined; moderationToken: string | undefined }

let settingsPromise: Promise<SiteSettings> | undefined

/** Locally read from the Content Lake. The build of a hosted Studio contains the site's origin, but no token. */
function readSettings(): Promise<SiteSettings> {
  const built = { siteUrl: process.env['SANITY_STUDIO_SITE_URL'] || undefined, moderationToken: undefined }
  settingsPromise ??= isLocal ? askLake() : Promise.resolve(built)
  return settingsPromise
}

async function askLake(): Promise<SiteSettings> {
  const answer = await fetch('/studio-settings.json').catch(() => undefined)
  const settings = answer?.ok ? ((await answer.json()) as Record<string, unknown>) : {}
  const read = (name: string) => (typeof settings[name] === 'string' ? settings[name] : undefined)
  return { siteUrl: read('siteUrl'), moderationToken: read('moderationToken') }
}

/** The site's origin. Undefined if not set. */
export async function readSiteUrl(): Promise<string | undefined> {
  return (await readSettings()).siteUrl
}

/** The token of the local site, which changes at each start. `anew` reads it again after the site has refused it. */
export async function readLocalToken({ anew = false } = {}): Promise<string | undefined> {
  if (anew) settingsPromise = undefined
  return (await readSettings()).moderationToken
}
