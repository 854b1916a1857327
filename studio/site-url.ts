import { isLocal, siteUrl } from './env.ts'

let asked: Promise<string | undefined> | undefined

/**
 * The address of the site that this Studio is for, with no path: what the Content Lake that served this page says, and
 * for a hosted project what the Studio was built with. Undefined where neither knows.
 */
export function readSiteUrl(): Promise<string | undefined> {
  asked ??= isLocal ? askLake() : Promise.resolve(siteUrl)
  return asked
}

async function askLake(): Promise<string | undefined> {
  const answer = await fetch('/studio-settings.json').catch(() => undefined)
  if (!answer?.ok) return undefined
  const { siteUrl: address } = (await answer.json()) as { siteUrl?: unknown }
  return typeof address === 'string' ? address : undefined
}
