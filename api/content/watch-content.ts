import type { SanityClient } from '@sanity/client'

/** Whether the content answers. */
export type ContentStatus = 'ok' | 'away'

/** An answer holds for so long: health is asked often, and a hosted project counts every request. */
const holdsFor = 10_000
const patience = 2_000

/** What tells whether the content answers: asked at most every ten seconds, and never waited for longer than two. */
export function watchContent(client: SanityClient): () => Promise<ContentStatus> {
  let asked: { at: number; status: Promise<ContentStatus> } | undefined
  return () => {
    const now = performance.now()
    if (!asked || now - asked.at > holdsFor) asked = { at: now, status: ask(client) }
    return asked.status
  }
}

async function ask(client: SanityClient): Promise<ContentStatus> {
  try {
    await client.fetch('true', {}, { signal: AbortSignal.timeout(patience) })
    return 'ok'
  } catch {
    return 'away'
  }
}
