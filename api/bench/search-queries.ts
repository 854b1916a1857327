import type { Database } from '../database/open.ts'

/**
 * Distinct queries made of words in listings: a word, two words, a word and a prefix, or a prefix. The misspelled ones
 * have two letters of a word swapped or one left out.
 */
export async function makeQueries(
  sql: Database,
  count: number,
): Promise<{ typed: string[]; misspelled: string[] }> {
  const rows = await sql<Array<{ words: string[] }>>`
    select string_to_array(title_form, ' ') as words
    from listings
    order by id
    limit ${count * 4}
  `
  const typed = new Set<string>()
  const misspelled = new Set<string>()
  for (const [index, { words }] of rows.entries()) {
    typed.add(write(words, index))
    const long = words.find((word) => word.length >= 6)
    if (long !== undefined) misspelled.add(misspell(long, index))
  }
  return { typed: [...typed].slice(0, count), misspelled: [...misspelled].slice(0, count) }
}

function write([first = '', second = '', third = '']: string[], index: number): string {
  if (index % 4 === 0) return first
  if (index % 4 === 1) return `${first} ${second}`
  if (index % 4 === 2) return `${second} ${third.slice(0, 3)}`
  return second.slice(0, 4)
}

function misspell(word: string, index: number): string {
  const at = 1 + (index % (word.length - 3))
  const [before, one = '', other = '', after] = [
    word.slice(0, at),
    word[at],
    word[at + 1],
    word.slice(at + 2),
  ]
  return index % 2 === 0 ? before + other + one + after : before + other + after
}

export function toPath(query: string): string {
  return `/api/search?${new URLSearchParams({ q: query })}`
}
