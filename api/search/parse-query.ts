import { longestQuery } from '#domain/search.ts'

/** A query as the database compares it with texts. */
export type SearchQuery = {
  /** Its words as `search_form` of migration 0007 makes them of a text. */
  form: string
  /** For each run of letters the words in it: one, or several in a script without spaces. No word stands twice. */
  runs: string[][]
}

// These three are the ranges of search_form; a test compares what they make with what it makes.
const dropped = /(?:[\u0300-\u036f]|[\u200b-\u200d]|[\ufe00-\ufe0f])/gu
const alone =
  /([\u0e00-\u0eff\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}])/gu
const signs =
  /[\0-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u055d\u055e\u0589\u05be\u05f3\u05f4\u060c\u061b\u061f\u06d4\u0964\u0965\u2000-\u206f\u2190-\u27bf\u3000-\u3004\u3008-\u3020\u30fb\ufeff\ufffd\u{1f000}-\u{1faff}]+/u

/** So many words are searched for: signs that stand for several letters make hundreds of a query. */
const mostWords = 32

/**
 * Reads what somebody typed, so much of it as a search may take. Takes anything; what has neither letter nor digit has
 * no words.
 */
export function parseQuery(written: string): SearchQuery {
  const folded = written
    .toWellFormed()
    .normalize('NFKD')
    .replace(dropped, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
  const all = takeFirst(folded, longestQuery)
    .split(signs)
    .map((run) => run.split(alone).filter(Boolean))
  const runs: string[][] = []
  for (const words of all) {
    const taken = words.slice(0, mostWords - runs.flat().length)
    if (taken.length > 0) runs.push(taken)
  }
  const known = new Set<string>()
  return {
    form: takeFirst(runs.flat().join(' '), longestQuery),
    runs: runs.filter((words) => {
      const key = words.join(' ')
      return known.has(key) ? false : known.add(key)
    }),
  }
}

function takeFirst(text: string, characters: number): string {
  return [...text].slice(0, characters).join('')
}

/**
 * The query for Postgres' `to_tsquery`, a text for each run, all of which have to be found: as the word is written, the
 * last one as far as it is typed, and for what English makes of it. The first letter of a next word is left out.
 * `meanings` are other words, or words in a row, that stand for a word.
 */
export function writeTsQueries(
  { runs }: SearchQuery,
  meanings: ReadonlyMap<string, string[]> = new Map(),
): Array<{ asWritten: string; inEnglish: string }> {
  const last = runs.at(-1)?.join('') ?? ''
  const isBegun = runs.length > 1 && [...last].length === 1 && last.search(alone) < 0
  return (isBegun ? runs.slice(0, -1) : runs).map((words, index) => {
    const meant = words.flatMap((word) => meanings.get(word) ?? []).map(quote)
    const written = words.map(quote).join(' <-> ')
    const isTyped = index === runs.length - 1
    return {
      asWritten: [isTyped ? `${written}:*` : written, ...meant].join(' | '),
      inEnglish: [written, ...meant].join(' | '),
    }
  })
}

/** Words have no signs, and so nothing that means something to Postgres. Several of them are found in a row. */
function quote(words: string): string {
  return `'${words}'`
}
