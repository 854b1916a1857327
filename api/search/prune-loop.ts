import type { Database } from '../database/open.ts'
import type { Logger } from '../runtime/log.ts'
import { deleteUnusedWords, listWordsAfter } from './word-queries.ts'

const interval = 5 * 60_000
/** Words per run: 20,000 in three quarters of a day. */
const atOnce = 100

export function startPruneLoop(sql: Database, logger: Logger): Disposable {
  const prune = createPruner(sql, atOnce)
  const timer = setInterval(() => {
    prune().catch((error: unknown) =>
      logger.warn({ error }, 'unused spelling candidates could not be deleted'),
    )
  }, interval)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Checks the next `limit` words per call, then starts over. Failed words wait for the next round. */
export function createPruner(sql: Database, limit: number): () => Promise<void> {
  let last = ''
  return async () => {
    const words = await listWordsAfter(sql, last, limit)
    last = words.at(-1) ?? ''
    if (words.length > 0) await deleteUnusedWords(sql, words)
  }
}
