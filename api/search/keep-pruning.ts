import type { Database } from '../database/open.ts'
import type { Logger } from '../log.ts'
import { deleteUnusedWords, listWordsAfter } from '../queries/search-words.ts'

const interval = 5 * 60_000
/** So many words are looked at in one go: 20,000 in three quarters of a day. */
const atOnce = 100

/** Looks every five minutes at the next few words of the search. */
export function keepPruning(sql: Database, logger: Logger): Disposable {
  const prune = createPruner(sql, atOnce)
  const timer = setInterval(() => {
    prune().catch((error: unknown) => logger.warn({ error }, 'the words of the search were not looked at'))
  }, interval)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/**
 * Forgets, of the words that a misspelled one may have meant, those that nothing has which can be found: with each call
 * it looks at the next so many, after the last ones at the first. Words that could not be looked at wait for the next
 * time round.
 */
export function createPruner(sql: Database, limit: number): () => Promise<void> {
  let last = ''
  return async () => {
    const words = await listWordsAfter(sql, last, limit)
    last = words.at(-1) ?? ''
    if (words.length > 0) await deleteUnusedWords(sql, words)
  }
}
