import { cleanText } from '#domain/clean-text.ts'
import { maxQueryLength } from '#domain/search.ts'

export type SearchQuery = {
  /** The text as normalized by `search_form`. */
  form: string
  /** Runs of letters, each with its words: several in scripts without spaces. Without duplicate runs. */
  runs: string[][]
}

// The ranges of search_form; a test compares the two.
const dropped = /(?:[\u0300-\u036f]|[\u200b-\u200d]|[\ufe00-\ufe0f])/gu
const alone =
  /([\u0e00-\u0eff\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}])/gu
const signs =
  /[\0-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u055d\u055e\u0589\u05be\u05f3\u05f4\u060c\u061b\u061f\u06d4\u0964\u0965\u2000-\u206f\u2190-\u27bf\u3000-\u3004\u3008-\u3020\u30fb\ufeff\ufffd\u{1f000}-\u{1faff}]+/u

/** Signs that stand for several letters could expand to hundreds of words. */
const maxWords = 32

/** Accepts any text and truncates it to the longest query. Without letters and digits there are no words. */
export function parseQuery(written: string): SearchQuery {
  const folded = cleanText(written, 'one')
    .normalize('NFKD')
    .replace(dropped, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
  const all = takeFirst(folded, maxQueryLength)
    .split(signs)
    .map((run) => run.split(alone).filter(Boolean))
  const runs: string[][] = []
  for (const words of all) {
    const taken = words.slice(0, maxWords - runs.flat().length)
    if (taken.length > 0) runs.push(taken)
  }
  const known = new Set<string>()
  return {
    form: takeFirst(runs.flat().join(' '), maxQueryLength),
    runs: runs.filter((words) => {
      const key = words.join(' ')
      return known.has(key) ? false : known.add(key)
    }),
  }
}

function takeFirst(text: string, characters: number): string {
  return [...text].slice(0, characters).join('')
}

type TsQueryOptions = {
  /** Alternative words or phrases, by word. */
  meanings?: ReadonlyMap<string, string[]>
  /** A: only words of a title. */
  weight?: '' | 'A'
}

/**
 * A `to_tsquery` text per run, all of which must match: as written, the last word as a prefix, and stemmed as English.
 * A last single letter is left out.
 */
export function writeTsQueries(
  { runs }: SearchQuery,
  { meanings = new Map(), weight = '' }: TsQueryOptions = {},
): Array<{ asWritten: string; inEnglish: string }> {
  // Words contain no operators of `to_tsquery`. Several words are a phrase.
  const quote = (words: string, mark = '') => `'${words}'${mark || weight ? `:${mark}${weight}` : ''}`
  const last = runs.at(-1)?.join('') ?? ''
  const dropsLastLetter = runs.length > 1 && [...last].length === 1 && last.search(alone) < 0
  return (dropsLastLetter ? runs.slice(0, -1) : runs).map((words, index) => {
    const meant = words.flatMap((word) => meanings.get(word) ?? []).map((phrase) => quote(phrase))
    const written = words.map((word) => quote(word)).join(' <-> ')
    const begun = [...words.slice(0, -1).map((word) => quote(word)), quote(words.at(-1) ?? '', '*')].join(
      ' <-> ',
    )
    const isTyped = index === runs.length - 1
    return {
      asWritten: [isTyped ? begun : written, ...meant].join(' | '),
      inEnglish: [written, ...meant].join(' | '),
    }
  })
}
