import type { Database } from '../database/open.ts'
import { listCommonWords } from '../queries/search-words.ts'

/** Listings. Rarer words are found faster by index than among the newest. */
const least = 1_000
/** Milliseconds. */
const keptFor = 60_000

type Query = ReadonlyArray<{ asWritten: string }>

/** Whether few listings have all words of a query. A wrong answer costs only time. */
export function createRarity(sql: Database): (query: Query) => Promise<boolean> {
  let known: Promise<string[]> | undefined
  let readAt = -Infinity
  const readWords = () => {
    if (performance.now() - readAt > keptFor) {
      readAt = performance.now()
      known = listCommonWords(sql, least).catch(() => [])
    }
    return known ?? []
  }
  return async (query) => {
    const common = await readWords()
    return query.some(({ asWritten }) => listWords(asWritten).every((word) => !isCommon(word, common)))
  }
}

type Word = { text: string; isBegun: boolean }

function listWords(tsQuery: string): Word[] {
  return [...tsQuery.matchAll(/'([^']*)'(:\*)?/g)].flatMap(([, words = '', mark]) =>
    words.split(' ').map((text) => ({ text, isBegun: mark !== undefined })),
  )
}

/** English shortens words: a word that begins with a common one may be it. */
function isCommon({ text, isBegun }: Word, common: string[]): boolean {
  return common.some(
    (word) =>
      (text.startsWith(word) && word.length >= Math.min(3, text.length)) ||
      (isBegun && word.startsWith(text)),
  )
}
