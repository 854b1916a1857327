import { findZone } from '../zones.ts'

/** By the first letter of `pt`, `pst`, `pdt` and `pacific`. */
const americanZones: Record<string, string> = {
  p: 'America/Los_Angeles',
  m: 'America/Denver',
  c: 'America/Chicago',
  e: 'America/New_York',
}
const american = /^(?:[pmce][sd]?t|pacific|mountain|central|eastern)(?![\w/])/

const zoneWord =
  /(?<![\w/])(?:(?:utc|gmt) ?[+-]\d{1,2}(?::?\d\d)?|[a-z_]{3,}\/[a-z_/]{3,}|(?:utc|gmt|ces?t|[pmce][sd]?t|pacific|mountain|central|eastern)(?: (?:standard |daylight )?time)?)(?![\w/])/g

/** Takes the zone out of a simplified text. Texts with an unknown one, or with two, stay as they are. */
export function takeZone(text: string): { text: string; zone?: string } {
  const words = new Set(text.match(zoneWord))
  const [word] = words
  if (word === undefined || words.size > 1 || resolveZone(word) === undefined) return { text }
  return { text: text.replaceAll(zoneWord, ' ').replace(/\s+/g, ' ').trim(), zone: word }
}

/** The IANA name of a zone that `takeZone` found, or its offset. */
export function resolveZone(word: string): string | undefined {
  return american.test(word) ? americanZones[word.slice(0, 1)] : findZone(word.replace(/ .*time$/, ''))
}
