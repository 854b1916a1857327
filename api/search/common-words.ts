import type { Database } from '../database/open.ts'
import type { Words } from './queries.ts'
import { listCommonWords } from './word-queries.ts'

/** Listings. Rarer words are found faster by index than among the newest. */
const least = 1_000
/** Milliseconds. */
const keptFor = 60_000

/** Whether few listings have all words of a query, and which of them to ask an index for. A wrong answer costs only time. */
export function createRarity(sql: Database): (query: Words) => Promise<{ isRare: boolean; rare: Words }> {
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
    const rare = query.filter(({ asWritten }) =>
      listWords(asWritten).every((word) => !isCommon(word, common)),
    )
    if (rare.length === 0) return { isRare: false, rare: query }
    // A short beginning makes an index collect thousands of rows.
    const whole = rare.filter(({ asWritten }) => listWords(asWritten).every(({ isBegun }) => !isBegun))
    return { isRare: true, rare: whole.length > 0 ? whole : rare }
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
