import { cleanText } from '#domain/clean-text.ts'
import { eventTypes, topics } from '#domain/events/event.ts'
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

const topicsByWord = nameWords<string>(topics.filter((topic) => topic !== 'Other'))
for (const [word, topic] of Object.entries(synonyms)) topicsByWord.set(word, topic)
const typesByWord = nameWords<string>(eventTypes)

/** Splits a list. Event types of ours that contain commas stay whole. */
export function splitCategories(text = ''): string[] {
  const whole = eventTypes.filter((type) => type.includes(',') && text.includes(type))
  const rest = whole.reduce((left, type) => left.replace(type, ''), text)
  const words = rest.split(/[,;|]/).map((word) => word.trim())
  return [...whole, ...words.filter(Boolean)]
}

/** Maps categories, keywords or hashtags to our topics and types. Does not guess. */
export function matchCategories(words: readonly string[]): { topics: string[]; types: string[] } {
  const meant = new Set(words.map(simplify))
  const pick = <Name extends string>(names: readonly Name[], byWord: ReadonlyMap<string, Name>) => {
    const found = new Set([...meant].map((word) => byWord.get(word)))
    return names.filter((name) => found.has(name))
  }
  return { topics: pick(topics, topicsByWord), types: pick(eventTypes, typesByWord) }
}

/** Notes for the editor on what was not imported: unknown categories and a picture. */
export function noteLeftOut(words: readonly string[], picture?: unknown): string[] {
  const unknown = new Set(words.filter(isUnknown))
  const names = cleanLine([...unknown].join(', '), 100)
  const address = cleanAddress(picture)
  return [
    ...(names === undefined ? [] : [`Unknown categories: ${names}.`]),
    ...(address === undefined ? [] : [`It has a picture, which is not imported: ${address}`]),
  ]
}

function isUnknown(word: string): boolean {
  const { topics: known, types } = matchCategories([word])
  return known.length + types.length === 0 && simplify(word) !== 'other'
}

/** Indexes `Crypto / Web3` by its whole name and by each part. If two names share a part, the first one keeps it. */
function nameWords<Name extends string>(names: readonly Name[]): Map<string, Name> {
  const byWord = new Map<string, Name>()
  for (const name of names)
    for (const word of [name, ...name.split('/')].map(simplify)) if (!byWord.has(word)) byWord.set(word, name)
  return byWord
}

/** Lower case, without accents, punctuation, hash sign and plural. A hashtag is split into words: `#HappyHour`. */
function simplify(text: string): string {
  const clean = cleanText(text, 'one')
  const words = clean.startsWith('#') ? clean.replace(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, ' ') : clean
  return foldWords(words).replace(/(?<=\w{2}(?:ch|sh|x|ss))es\b|(?<=\w{2}[^as])s\b/g, '')
}
