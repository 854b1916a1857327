import type { ReadHeavy } from '../database/replica.ts'
import type { Words } from './queries.ts'
import { type CommonWord, listCommonWords } from './word-queries.ts'

/** Number of listings. Words in fewer listings are found faster by index than by reading the newest listings. */
const least = 1_000
/** Number of listings up to which it is faster to look up a common word by index and test the others in its rows. */
const maxRead = 3_000
/** Letters. Shorter prefixes make the index collect thousands of rows. */
const longPrefix = 6
/** Cache lifetime in milliseconds. */
const cacheMs = 60_000

/** Whether few listings have all words of a query, and which ones to look up by index. Wrong answers only cost time. */
export function createRareWordFinder(
  readHeavy: ReadHeavy,
): (query: Words) => Promise<{ isRare: boolean; rare: Words }> {
  let known: Promise<CommonWord[]> | undefined
  let readAt = -Infinity
  const readWords = () => {
    if (performance.now() - readAt > cacheMs) {
      readAt = performance.now()
      known = readHeavy((sql) => listCommonWords(sql, least)).catch(() => [])
    }
    return known ?? []
  }
  return async (query) => {
    const common = await readWords()
    const counted = query.map((entry) => ({ entry, ...countListings(entry, common) }))
    const rare = counted.filter(({ listings }) => listings === 0)
    const few = rare.length > 0 ? rare : counted.filter(({ listings }) => listings <= maxRead)
    const selective = few.filter(({ isSelective }) => isSelective)
    const asked = [selective, rare, counted].find((entries) => entries.length > 0) ?? []
    return { isRare: rare.length > 0, rare: asked.map(({ entry }) => entry) }
  }
}

/** How many listings have the most common word of an entry; 0 for a rare one. */
function countListings({ asWritten }: Words[number], common: CommonWord[]) {
  const words = listWords(asWritten)
  const found = common.filter(({ word }) => words.some((written) => isForm(written, word)))
  return {
    listings: Math.max(0, ...found.map(({ listings }) => listings)),
    isSelective: words.every(({ text, isPrefix }) => !isPrefix || text.length >= longPrefix),
  }
}

type Word = { text: string; isPrefix: boolean }

function listWords(tsQuery: string): Word[] {
  return [...tsQuery.matchAll(/'([^']*)'(:\*)?/g)].flatMap(([, words = '', mark]) =>
    words.split(' ').map((text) => ({ text, isPrefix: mark !== undefined })),
  )
}

/** English stemming shortens words, so a word that begins with a common stem may be a form of it. */
function isForm({ text, isPrefix }: Word, common: string): boolean {
  return (
    (text.startsWith(common) && common.length >= Math.min(3, text.length)) ||
    (isPrefix && common.startsWith(text))
  )
}
