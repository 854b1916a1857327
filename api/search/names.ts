import { currentLanguage, type Language, languages } from '#domain/language.ts'
import { catalogue, locations } from '#domain/listings/catalogue.ts'
import { dictionaries } from '#domain/in-language.ts'
import { parseQuery } from './parse-query.ts'

type Name = { language: Language; words: string[]; stored: string }

const entries = catalogue.flatMap(({ name, subcategories }) => [
  name,
  ...subcategories.map((sub) => sub.name),
])

/**
 * Names of cities, categories and subcategories in each language, and the words that listings store. Widening the query
 * takes no measurable time among 100,000 listings, and needs no second index.
 */
const names: Name[] = languages.flatMap((language) => {
  const dictionary = dictionaries[language]
  const translated = [...new Set(entries)].filter((entry) => (dictionary.names[entry] ?? entry) !== entry)
  return [
    ...translated.map((entry) => [dictionary.names[entry] ?? entry, entry] as const),
    ...locations.flatMap((city) => [[city, city] as const, [dictionary.cities[city], city] as const]),
  ].map(([name, stored]) => ({ language, words: toWords(parseQuery(name).runs), stored: toForm(stored) }))
})

export const sanFrancisco = toForm('SF')

function toForm(stored: string): string {
  return parseQuery(stored).form
}

function toWords(runs: string[][]): string[] {
  return runs.map((run) => run.join(' '))
}

/** Letters; shorter prefixes fit too many names. */
const shortestBeginning = 4

/** Names must match whole and in order; the last word may be a prefix, in the reader's language. */
export function findNames(runs: string[][]): Map<string, string[]> {
  const words = toWords(runs)
  const found = new Map<string, string[]>()
  for (const name of names) {
    for (let start = 0; start + name.words.length <= words.length; start += 1) {
      const written = words.slice(start, start + name.words.length)
      const mayBegin = start + written.length === words.length && name.language === currentLanguage()
      const isThere = name.words.every((word, index) => {
        const typed = written[index] ?? ''
        const isBeginning = typed.length >= shortestBeginning && word.startsWith(typed)
        return typed === word || (mayBegin && index === written.length - 1 && isBeginning)
      })
      if (isThere) for (const word of written) found.set(word, [...(found.get(word) ?? []), name.stored])
    }
  }
  return found
}
