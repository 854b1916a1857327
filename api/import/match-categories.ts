import { eventTypes, topics } from '#domain/events/event.ts'
import { cleanAddress, cleanLine } from './clean-text.ts'

/** Names that mean one of ours and share no word with it. */
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

/** The topics and types that categories, keywords or hashtags certainly mean. */
export function matchCategories(words: readonly string[]): { topics: string[]; types: string[] } {
  const meant = new Set(words.map(simplify))
  const pick = <Name extends string>(names: readonly Name[], byWord: ReadonlyMap<string, Name>) => {
    const found = new Set([...meant].map((word) => byWord.get(word)))
    return names.filter((name) => found.has(name))
  }
  return { topics: pick(topics, topicsByWord), types: pick(eventTypes, typesByWord) }
}

/** What a person has to add to an event, in words. */
export function noteLeftOut(words: readonly string[], picture?: unknown): string[] {
  const { topics: known, types } = matchCategories(words)
  const names = cleanLine([...new Set(words)].join(', '), 100)
  const address = cleanAddress(picture)
  return [
    ...(names === undefined || known.length + types.length > 0
      ? []
      : [`Its categories are none of ours: ${names}.`]),
    ...(address === undefined ? [] : [`It has a picture, which is not imported: ${address}`]),
  ]
}

/** `Crypto / Web3` by its whole name and by each of its parts; the first name that has a part keeps it. */
function nameWords<Name extends string>(names: readonly Name[]): Map<string, Name> {
  const byWord = new Map<string, Name>()
  for (const name of names)
    for (const word of [name, ...name.split('/')].map(simplify)) if (!byWord.has(word)) byWord.set(word, name)
  return byWord
}

/** Lower case, without marks, hash and plural. */
function simplify(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/(?<=\w{2}[^s])s\b/g, '')
}
