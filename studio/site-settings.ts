import { basePath, isLocal } from './env.ts'

type SiteSettings = { siteUrl?: string; siteToken?: string }

/** Locally read from the Content Lake. The build of a hosted Studio contains the site's origin, but no token. */
async function readSettings(): Promise<SiteSettings> {
  if (!isLocal) return { siteUrl: process.env['SANITY_STUDIO_SITE_URL'] || undefined }
  const answer = await fetch(`${basePath}/studio-settings.json`).catch(() => undefined)
  return answer?.ok ? ((await answer.json()) as SiteSettings) : {}
}

let siteUrl: Promise<string | undefined> | undefined

/** The site's origin. Undefined if not set. */
export function readSiteUrl(): Promise<string | undefined> {
  siteUrl ??= readSettings().then((settings) => settings.siteUrl)
  return siteUrl
}

/** A token of the person who is signed in to the local Studio. It is valid for seconds, so each request reads one. */
export async function readSiteToken(): Promise<string | undefined> {
  return (await readSettings()).siteToken
}
