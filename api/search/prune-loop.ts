import type { Database } from '../database/open.ts'
import type { Logger } from '../runtime/log.ts'
import { repeat } from '../runtime/repeat.ts'
import { pruneQueuedWords, deleteUnusedWords, listWordsAfter } from './word-queries.ts'

/** Words of deleted and edited listings, every ten seconds: those of the longest listing take less than a minute. */
const queuedWords = { interval: 10_000, atOnce: 500 }
/** Words of expired listings and of events: a pass over 20,000 words takes 17 hours. */
const allWords = { interval: 5 * 60_000, atOnce: 100 }

export function startPruneLoop(sql: Database, logger: Logger): Disposable {
  const report = (error: unknown) => logger.warn({ error }, 'unused spelling candidates could not be deleted')
  const loops = new DisposableStack()
  for (const [prune, interval] of [
    [createQueuePruner(sql, queuedWords.atOnce), queuedWords.interval],
    [createPruner(sql, allWords.atOnce), allWords.interval],
  ] as const)
    loops.use(repeat(prune, { interval, waits: true, report }))
  return loops
}

/** Checks at most `limit` queued words per call, and fewer after a failure: a million listings may take too long. */
export function createQueuePruner(sql: Database, limit: number): () => Promise<void> {
  let atOnce = limit
  return async () => {
    try {
      await pruneQueuedWords(sql, atOnce)
      atOnce = Math.min(limit, atOnce * 2)
    } catch (error) {
      atOnce = Math.max(1, Math.floor(atOnce / 4))
      throw error
    }
  }
}

/** Checks the next `limit` words per call, and starts over after the last. Failed words wait for the next pass. */
export function createPruner(sql: Database, limit: number): () => Promise<void> {
  let last = ''
  return async () => {
    const words = await listWordsAfter(sql, last, limit)
    last = words.at(-1) ?? ''
    if (words.length > 0) await deleteUnusedWords(sql, words)
  }
}
