import { cleanText } from '#domain/clean-text.ts'

type Described = {
  title: string
  date: string
  location?: string | null | undefined
  url?: string | null | undefined
}

/** Milliseconds. */
export const halfHour = 30 * 60_000

/** Whether two events are probably the same: nearly the same start, a similar title, the same page or place. */
export function isSimilar(one: Described, other: Described): boolean {
  if (!(Math.abs(Date.parse(one.date) - Date.parse(other.date)) <= halfHour)) return false
  const title = compareWords(one.title, other.title)
  if (title < 0.5) return false
  if (one.url && other.url && simplifyAddress(one.url) === simplifyAddress(other.url)) return true
  // If one of them has no place, the titles must match more closely.
  if (!one.location || !other.location) return title >= 0.8
  const placeOf = (text: string) => text.split(/[,(]/)[0] ?? ''
  return compareWords(placeOf(one.location), placeOf(other.location)) >= 0.5
}

/** Shared words, 0 to 1; 1 also if all words of the shorter text are in the longer one. */
function compareWords(one: string, other: string): number {
  const [words, others] = [listWords(one), listWords(other)]
  const shared = [...words].filter((word) => others.has(word)).length
  const fewer = Math.min(words.size, others.size)
  if (fewer === 0) return 0
  return shared === fewer && fewer > 1 ? 1 : (2 * shared) / (words.size + others.size)
}

/** Words in lower case, without accents and punctuation, each after one space. */
export function foldWords(text: string): string {
  const folded = cleanText(text, 'one').normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  return folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

const fillers = new Set(['a', 'an', 'and', 'at', 'by', 'for', 'in', 'of', 'on', 'the', 'to', 'with', 'sf'])

function listWords(text: string): Set<string> {
  const words = foldWords(text).split(' ').filter(Boolean)
  const telling = words.filter((word) => !fillers.has(word))
  return new Set(telling.length > 0 ? telling : words)
}

function simplifyAddress(address: string): string {
  return address
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/^lu\.ma\//, 'luma.com/')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
}
