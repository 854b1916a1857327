import { isLocal } from './env.ts'

let asked: Promise<string | undefined> | undefined

/** The site's origin: from the local Content Lake, or from the build for a hosted project. Undefined if not set. */
export function readSiteUrl(): Promise<string | undefined> {
  asked ??= isLocal ? askLake() : Promise.resolve(process.env['SANITY_STUDIO_SITE_URL'] || undefined)
  return asked
}

async function askLake(): Promise<string | undefined> {
  const answer = await fetch('/studio-settings.json').catch(() => undefined)
  if (!answer?.ok) return undefined
  const { siteUrl: address } = (await answer.json()) as { siteUrl?: unknown }
  return typeof address === 'string' ? address : undefined
}
