import type { Database } from '../database/open.ts'
import type { Logger } from '../runtime/log.ts'
import { repeat } from '../runtime/repeat.ts'
import { pruneQueuedWords, queueWordsAfter } from './word-queries.ts'

const interval = 10_000
/** Words of deleted and edited listings: those of the longest listing take less than a minute. */
const atOnce = 500
/** Words checked besides the queued ones: expired listings and events queue none. A pass over 20,000 words takes 14 hours. */
const alsoChecked = 4

export function startPruneLoop(sql: Database, logger: Logger): Disposable {
  const report = (error: unknown) => logger.warn({ error }, 'unused spelling candidates could not be deleted')
  return repeat(createPruner(sql, atOnce, alsoChecked), { interval, waits: true, report })
}

/**
 * Checks at most `limit` queued words per call, and fewer after a failure: a million listings may take too long. Queues the
 * next `more` of all words first, and starts over after the last.
 */
export function createPruner(sql: Database, limit: number, more: number): () => Promise<void> {
  let last = ''
  let most = limit
  return async () => {
    try {
      // While checks fail, the queue must not grow.
      if (most === limit) last = (await queueWordsAfter(sql, last, more)) ?? ''
      await pruneQueuedWords(sql, most)
      most = Math.min(limit, most * 2)
    } catch (error) {
      most = Math.max(1, Math.floor(most / 4))
      throw error
    }
  }
}
