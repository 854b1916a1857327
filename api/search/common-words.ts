import type { Database } from '../database/open.ts'
import type { Words } from './queries.ts'
import { type CommonWord, listCommonWords } from './word-queries.ts'

/** Listings. Rarer words are found faster by index than among the newest. */
const least = 1_000
/** Listings of a common word whose rows are read faster than an index finds those that have the other words as well. */
const mostRead = 3_000
/** Milliseconds. */
const keptFor = 60_000

/** Whether few listings have all words of a query, and which of them to ask an index for. A wrong answer costs only time. */
export function createRarity(sql: Database): (query: Words) => Promise<{ isRare: boolean; rare: Words }> {
  let known: Promise<CommonWord[]> | undefined
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
    const counted = query.map((entry) => ({ entry, ...countListings(entry, common) }))
    const rare = counted.filter(({ listings }) => listings === 0)
    // A short beginning makes an index collect thousands of rows.
    const whole =
      rare.length > 0
        ? rare.filter(({ isWhole }) => isWhole)
        : counted
            .filter(({ isWhole, listings }) => isWhole && listings <= mostRead)
            .toSorted((one, other) => one.listings - other.listings)
            .slice(0, 1)
    const asked = [whole, rare, counted].find((entries) => entries.length > 0) ?? []
    return { isRare: rare.length > 0, rare: asked.map(({ entry }) => entry) }
  }
}

/** How many listings have the most common word of an entry; 0 for a rare one. */
function countListings({ asWritten }: Words[number], common: CommonWord[]) {
  const words = listWords(asWritten)
  const found = common.filter(({ word }) => words.some((written) => isForm(written, word)))
  return {
    listings: Math.max(0, ...found.map(({ listings }) => listings)),
    isWhole: words.every(({ isBegun }) => !isBegun),
  }
}

type Word = { text: string; isBegun: boolean }

function listWords(tsQuery: string): Word[] {
  return [...tsQuery.matchAll(/'([^']*)'(:\*)?/g)].flatMap(([, words = '', mark]) =>
    words.split(' ').map((text) => ({ text, isBegun: mark !== undefined })),
  )
}

/** English shortens words: a word that begins with a common one may be it. */
function isForm({ text, isBegun }: Word, common: string): boolean {
  return (
    (text.startsWith(common) && common.length >= Math.min(3, text.length)) ||
    (isBegun && common.startsWith(text))
  )
}
