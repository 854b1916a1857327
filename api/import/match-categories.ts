import { cleanText } from '#domain/clean-text.ts'
import { eventTypes, topics } from '#domain/events/event.ts'
import type { ImportedFields } from '#domain/import/found.ts'
import { foldWords } from '#domain/import/similar.ts'
import { cleanAddress, cleanLine } from './clean-text.ts'

/** Other names of our topics, which have no word in common with them. */
const synonyms: Record<string, (typeof topics)[number]> = {
  'artificial intelligence': 'AI',
  'augmented reality': 'AR / VR',
  'virtual reality': 'AR / VR',
  'go to market': 'GTM',
  'human resources': 'HR / Hiring',
}

const topicsByWord = new Map([
  ...nameWords(topics.filter((topic) => topic !== 'Other')),
  ...Object.entries(synonyms),
])
const typesByWord = nameWords(eventTypes)

/** Splits a list. Event types of ours that contain commas stay whole. */
export function splitCategories(text = ''): string[] {
  const whole = eventTypes.filter((type) => type.includes(',') && text.includes(type))
  const rest = whole.reduce((left, type) => left.replace(type, ''), text)
  const words = rest.split(/[,;|]/).map((word) => word.trim())
  return [...whole, ...words.filter(Boolean)]
}

/** Maps categories, keywords or hashtags to our topics and types. Does not guess. Undefined if there is none. */
export function matchCategories(words: readonly string[]): Pick<ImportedFields, 'topics' | 'types'> {
  const pick = (names: readonly string[], byWord: ReadonlyMap<string, string>) => {
    const found = new Set(words.map((word) => byWord.get(simplify(word))))
    const known = names.filter((name) => found.has(name))
    return known.length > 0 ? known : undefined
  }
  return { topics: pick(topics, topicsByWord), types: pick(eventTypes, typesByWord) }
}

/** Notes for the editor on what was not imported: unknown categories and a picture. */
export function noteLeftOut(words: readonly string[], picture?: unknown): string[] {
  const isKnown = (word: string) => topicsByWord.has(word) || typesByWord.has(word) || word === 'other'
  const unknown = new Set(words.filter((word) => !isKnown(simplify(word))))
  const names = cleanLine([...unknown].join(', '), 100)
  const address = cleanAddress(picture)
  return [
    ...(names === undefined ? [] : [`Unknown categories: ${names}.`]),
    ...(address === undefined ? [] : [`It has a picture, which is not imported: ${address}`]),
  ]
}

/** Indexes `Crypto / Web3` by its whole name and by each part. If two names share a part, the first one keeps it. */
function nameWords(names: readonly string[]): Map<string, string> {
  const entries = names.flatMap((name) =>
    [name, ...name.split('/')].map((word) => [simplify(word), name] as const),
  )
  return new Map(entries.toReversed())
}

/** Lower case, without accents, punctuation, hash sign and plural. A hashtag is split into words: `#HappyHour`. */
function simplify(text: string): string {
  const clean = cleanText(text, 'one')
  const words = clean.startsWith('#') ? clean.replace(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, ' ') : clean
  return foldWords(words).replace(/(?<=\w{2}(?:ch|sh|x|ss))es\b|(?<=\w{2}[^as])s\b/g, '')
}
