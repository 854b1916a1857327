import type { Signal } from '#domain/moderation/desk.ts'
import type { Post } from './features.ts'
import { isSpelledOut } from './plain-form.ts'
import { splitWords } from './signature.ts'

/** Log-odds of the classifier from which a post is held, and from which it waits for a person (README, Accuracy). */
const doubtfulOdds = 0.55
const sureOdds = 1.6

const [holdAt, waitAt, refuseAt] = [3, 6, 7]
/** A refusal needs a second signal that does not come from the words. */
const secondSignal = 1.5
/** From this total on, a post waits for a person even if its words alone are only doubtful. */
const waitAtTotal = 8

/**
 * `hold`: shown by itself later, if nobody decides before. `wait`: only a person can show it. `refuse`: nearly sure by
 * its words, and by another signal.
 */
export type Grade = 'show' | 'hold' | 'wait' | 'refuse'

export function gradePost(signals: Signal[]): Grade {
  const total = sumPoints(signals)
  const words = sumPoints(signals.filter(({ name }) => name === 'words'))
  if (words >= refuseAt && total - words >= secondSignal) return 'refuse'
  if (words >= waitAt || total >= waitAtTotal) return 'wait'
  return total >= holdAt ? 'hold' : 'show'
}

export function sumPoints(signals: Signal[]): number {
  return signals.reduce((sum, { points }) => sum + points, 0)
}

/** Signals in the text of a post. `odds`: of the classifier. */
export function findSignals(post: Post, odds: number): Signal[] {
  const points = holdAt + ((odds - doubtfulOdds) / (sureOdds - doubtfulOdds)) * (waitAt - holdAt)
  const words = Math.round(Math.min(points, refuseAt + 1) * 10) / 10
  return [...(words >= secondSignal ? [{ name: 'words', points: words }] : []), ...findFormatSignals(post)]
}

const shorteners =
  /\b(?:bit\.ly|tinyurl\.com|t\.co|goo\.gl|cutt\.ly|is\.gd|ow\.ly|rb\.gy|tiny\.cc|shorturl\.at|rebrand\.ly|s\.id|buff\.ly)\//i
/** A link in HTML or BBCode: typed by machines. */
const markup = /<a\s[^>]{0,200}href|<(?:script|iframe)\b|\[(?:url|link)\b[^\]]{0,200}\]/i
const hidden = /\bhxxps?\b|[[(]\s?(?:dot|punto|point)\s?[\])]|\w dot \w{2,5}(?: slash|\/)/i

function findFormatSignals({ title, description, contact }: Post): Signal[] {
  const text = [title, description, contact].join('\n')
  const mixed = countMixedWords(text)
  const found: Array<[boolean, string, number]> = [
    [markup.test(text), 'markup', 4],
    [shorteners.test(text), 'short-link', 1.5],
    [hidden.test(text) || isSpelledOut(contact.toLowerCase()), 'hidden-address', 1.5],
    [mixed > 0, 'mixed-scripts', mixed > 1 ? 5 : 2],
    [isGibberish(title) && isGibberish(description), 'gibberish', 4],
    [isListOfWords(description), 'keyword-list', 2],
  ]
  return found.filter(([isFound]) => isFound).map(([, name, points]) => ({ name, points }))
}

/** Words that mix Latin letters with Cyrillic or Greek lookalikes. */
function countMixedWords(text: string): number {
  if (!/[\u0370-\u052f]/.test(text)) return 0
  const words = text.match(/[\p{L}\p{M}]{3,}/gu) ?? []
  return words.filter(
    (word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}]|\p{Script=Greek}{2}/u.test(word),
  ).length
}

/** Random letters: words without a vowel, with many consonants in a row, or typed on neighboring keys. */
function isGibberish(text: string): boolean {
  const words = splitWords(text.replace(/https?:\S+|\S+@\S+/g, ' ')).filter((word) =>
    /^[a-z]{4,}$/.test(word),
  )
  const odd = words.filter(
    (word) => !/[aeiouy]/.test(word) || /[bcdfghjklmnpqrstvwxz]{5}|q(?!u)|asd|zxc|qwe|hjk/.test(word),
  )
  return words.length > 0 && odd.length * 3 >= words.length
}

/** Keyword stuffing: few sentences, and one word again and again. */
function isListOfWords(text: string): boolean {
  const words = text.length > 160 ? splitWords(text) : []
  if (words.length < 40) return false
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const most = Math.max(...[...counts].filter(([word]) => word.length > 3).map(([, count]) => count))
  return most / words.length > 0.08 && (text.match(/[.!?]/g)?.length ?? 0) < words.length / 30
}
