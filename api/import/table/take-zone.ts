import { findZone } from '../zones.ts'

const american = [
  'Pacific America/Los_Angeles',
  'Mountain America/Denver',
  'Central America/Chicago',
  'Eastern America/New_York',
]
const zones: Record<string, string> = { utc: 'UTC', gmt: 'UTC', cet: 'Europe/Paris', cest: 'Europe/Paris' }
for (const [name = '', zone = ''] of american.map((words) => words.split(' '))) {
  const [letter = ''] = name.toLowerCase()
  for (const word of [name.toLowerCase(), `${letter}t`, `${letter}st`, `${letter}dt`]) zones[word] = zone
}

const zoneWord = new RegExp(
  String.raw`(?<![\w/])(?:(?:utc|gmt) ?[+-]\d{1,2}(?::?\d\d)?|[a-z_]{3,}/[a-z_/]{3,}|(${Object.keys(zones).join('|')})(?: (?:standard |daylight )?time)?)(?![\w/])`,
  'g',
)

/** Takes the zone out of a simplified text. Texts with an unknown one, or with two, stay as they are. */
export function takeZone(text: string): { text: string; zone?: string } {
  const words = new Set(text.match(zoneWord))
  const [word] = words
  if (word === undefined || words.size > 1 || resolveZone(word) === undefined) return { text }
  return { text: text.replaceAll(zoneWord, ' ').replace(/\s+/g, ' ').trim(), zone: word }
}

/** The IANA name of a zone that `takeZone` found. */
export function resolveZone(word: string): string | undefined {
  const [first = ''] = word.split(' ')
  if (Object.hasOwn(zones, first)) return zones[first]
  return findZone(word)
}
