import { createClient, type SanityClient } from '@sanity/client'
import { apiVersion, type ContentSettings } from '#domain/content/content-settings.ts'

export function createContentClient({ apiHost, ...settings }: ContentSettings): SanityClient {
  return createClient({
    ...settings,
    apiVersion,
    useCdn: false,
    ...(apiHost !== undefined && { apiHost, useProjectHostname: false }),
  })
}

export type ContentStatus = 'ok' | 'away'

/** Milliseconds. Health is polled often, and a hosted project counts every request. */
const cachedFor = 10_000
const timeoutMs = 2_000

export function createContentStatusReader(client: SanityClient): () => Promise<ContentStatus> {
  let asked: { at: number; status: Promise<ContentStatus> } | undefined
  return () => {
    const now = performance.now()
    if (!asked || now - asked.at > cachedFor) asked = { at: now, status: checkContent(client) }
    return asked.status
  }
}

async function checkContent(client: SanityClient): Promise<ContentStatus> {
  try {
    await client.fetch('true', {}, { signal: AbortSignal.timeout(timeoutMs) })
    return 'ok'
  } catch {
    return 'away'
  }
}
