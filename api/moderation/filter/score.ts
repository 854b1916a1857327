import type { Signal } from '#domain/moderation/desk.ts'
import { findLinks } from '#domain/listings/find-links.ts'
import { families, type Family } from './phrases.ts'
import { isSpelledOut, toPlainForm } from './plain-form.ts'
import { splitWords } from './signature.ts'

const holdAt = 3
const refuseAt = 8

type Post = { title: string; description: string; contact: string }
type Pattern = { strong: RegExp[]; weak: RegExp[] }

const patterns = new Map<string, Pattern>(families.map((family) => [family.name, compile(family)]))

function compile({ strong, weak }: Family): Pattern {
  const toPattern = (source: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})`, 'gu')
  return { strong: strong.map(toPattern), weak: weak.map(toPattern) }
}

/** Spam signals in the text of a post. */
export function findSignals(post: Post): Signal[] {
  return [...findPhrases(post), ...findFormatSignals(post)]
}

export function sumPoints(signals: Signal[]): number {
  return signals.reduce((sum, { points }) => sum + points, 0)
}

/** One kind of signal can only hold a post. A refusal needs two. */
export function decide(signals: Signal[]): 'show' | 'hold' | 'refuse' {
  const score = sumPoints(signals)
  if (score >= refuseAt && signals.length > 1) return 'refuse'
  return score >= holdAt ? 'hold' : 'show'
}

const strongPoints = 3
const weakPoints = 0.75

function findPhrases({ title, description, contact }: Post): Signal[] {
  const text = toPlainForm([title, description, contact].join('\n'))
  return [...patterns].flatMap(([name, { strong, weak }]) => {
    const [many, few] = [strong, weak].map(
      (each) => each.filter((pattern) => isUnnegated(pattern, text)).length,
    )
    const points = Math.min(6, (many ?? 0) * strongPoints + Math.min(3, few ?? 0) * weakPoints)
    // Any long text has weak words of many families: without a strong match, a family needs two of its own.
    return points >= 2 * weakPoints ? [{ name, points }] : []
  })
}

/** A negation before the phrase: a warning about scams uses the words of scams. */
const negation =
  /(?<![\p{L}\p{N}])(?:no|not|never|nobody|don'?t|won'?t|without|nunca|jamas|jamais|pas|personne|aucun)(?![\p{L}\p{N}])[^\n.!?]{0,40}$/u

function isUnnegated(pattern: RegExp, text: string): boolean {
  return text
    .matchAll(pattern)
    .some(({ index }) => !negation.test(text.slice(Math.max(0, index - 60), index)))
}

const shorteners =
  /\b(?:bit\.ly|tinyurl\.com|t\.co|goo\.gl|cutt\.ly|is\.gd|ow\.ly|rb\.gy|tiny\.cc|shorturl\.at|rebrand\.ly|s\.id|buff\.ly)\//i
const markup = /<\/?(?:a|b|i|p|div|img|iframe|script)\b[^>]{0,200}>|\[\/?(?:url|link|b|img)\b[^\]]{0,200}\]/i
const hidden =
  /\bhxxps?\b|[[(]\s?(?:dot|at|punto|arroba|point)\s?[\])]|\w (?:dot|punto) (?:com|me|net|org|example|test)\b|\w \[?at\]? \w+ (?:dot|punto) /i
const messenger = /\b(?:wa\.me|t\.me|telegram|whats ?app|signal|skype|live:)\b/i

function findFormatSignals({ title, description, contact }: Post): Signal[] {
  const text = [title, description, contact].join('\n')
  const addresses = findLinks(text).flatMap(({ href }) => (href?.startsWith('http') ? [href] : []))
  const found: Array<[boolean, string, number]> = [
    [markup.test(text), 'markup', 4],
    [shorteners.test(text), 'short-link', shorteners.test(contact) ? 3 : 1.5],
    [addresses.length > 8, 'many-links', 3],
    [new Set(addresses).size > 4 && addresses.length <= 8, 'some-links', 1],
    [isMostlyLinks(text), 'little-but-links', 3],
    [hidden.test(text) || isSpelledOut(contact.toLowerCase()), 'hidden-address', 3],
    [countMixedWords(text) > 0, 'mixed-scripts', countMixedWords(text) > 1 ? 5 : 2],
    [isGibberish(title) && isGibberish(description), 'gibberish', 4],
    [isListOfWords(description), 'keyword-list', 3],
    [isShouting(title), 'shouting', 0.75],
    [countEmoji(text) >= 6, 'many-emoji', 0.75],
    [messenger.test(contact), 'messenger', 0.75],
  ]
  return found.filter(([isFound]) => isFound).map(([, name, points]) => ({ name, points }))
}

/** Words that mix Latin letters with Cyrillic or Greek lookalikes. */
function countMixedWords(text: string): number {
  const words = text.match(/[\p{L}\p{M}]{3,}/gu) ?? []
  return words.filter(
    (word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}]|\p{Script=Greek}{2}/u.test(word),
  ).length
}

/** A link, and fewer than five words of three letters or more. */
function isMostlyLinks(text: string): boolean {
  const words = splitWords(text.replace(/(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+\S*/g, ' '))
  return /\w\.[a-z]{2,}/.test(text) && words.filter((word) => word.length > 2).length < 5
}

/** Random letters: words without a vowel, with many consonants in a row, or typed on neighboring keys. */
function isGibberish(text: string): boolean {
  const words = splitWords(text.replace(/https?:\S+|\S+@\S+/g, ' ')).filter((word) =>
    /^[a-z]{4,}$/.test(word),
  )
  const odd = words.filter(
    (word) => !/[aeiouy]/.test(word) || /[bcdfghjklmnpqrstvwxz]{5}|q(?!u)|asd|zxc|qwe|hjk/.test(word),
  )
  return words.length === 0
    ? text.trim() !== '' && !/\s/.test(text.trim()) && !/[aeiouy]/i.test(text) && text.length > 3
    : odd.length * 3 >= words.length
}

/** Keyword stuffing: few sentences, and one word again and again. */
function isListOfWords(text: string): boolean {
  const words = splitWords(text)
  if (words.length < 40) return false
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const most = Math.max(...[...counts].filter(([word]) => word.length > 3).map(([, count]) => count))
  return most / words.length > 0.08 && (text.match(/[.!?]/g)?.length ?? 0) < words.length / 30
}

function isShouting(title: string): boolean {
  const letters = title.match(/\p{L}/gu) ?? []
  return (
    letters.length > 12 &&
    letters.filter((letter) => letter !== letter.toLowerCase()).length > letters.length * 0.7
  )
}

function countEmoji(text: string): number {
  return text.match(/\p{Extended_Pictographic}/gu)?.length ?? 0
}
