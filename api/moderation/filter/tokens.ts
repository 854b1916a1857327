import { toPlainForm } from './plain-form.ts'

/**
 * A word in plain form, or `#link`, `#mail`, `#money`, `#percent`, `#phone` or `#number`. `.` ends a sentence.
 * `isNegated`: it follows a negation in its sentence (“no backlinks”).
 */
export type Token = { word: string; isNegated: boolean }

const negations = new Set(
  `no not never nobody nothing neither nor without dont wont isnt arent doesnt didnt cant cannot avoid
  nunca sin jamas ningun ninguna nada ni jamais pas sans aucun aucune personne nao sem nunca`.split(/\s+/),
)
/** How many words a negation reaches. */
const negatedWords = 3

/** Words are split further in Chinese and Japanese, which write no spaces, and after a French article. */
const wordPattern =
  /\p{sc=Han}|(?:[cdjlmnst]|qu)'(?=\p{L})|(?:(?!\p{sc=Han})\p{L})(?:(?!\p{sc=Han})[\p{L}'])*/gu
/** The same for most languages, since texts in plain form have no accents. Faster. */
const latinPattern = /(?:[cdjlmnst]|qu)'(?=[a-z])|[a-z][a-z']*/g

/** Splits a text into tokens. Takes linear time. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let left = 0
  for (const chunk of toPlainForm(text).match(/\n|[^\s]+/g) ?? []) {
    const kind = findKind(chunk)
    if (kind !== undefined) tokens.push({ word: kind, isNegated: false })
    for (const found of kind === '#link' || kind === '#mail' ? [] : listWords(chunk)) {
      // The letters of “24h” and “$8k” are no words.
      if (kind !== undefined && found.length < 3) continue
      const word = found.includes("'") ? found.replaceAll("'", '') : found
      tokens.push({ word, isNegated: left > 0 })
      left = negations.has(word) ? negatedWords : left - 1
    }
    if (endsSentence(chunk)) {
      tokens.push({ word: '.', isNegated: false })
      left = 0
    }
  }
  return tokens
}

function listWords(chunk: string): string[] {
  if (/^[a-z]+$/.test(chunk)) return [chunk]
  return chunk.match(/[^\x20-\x7e]/.test(chunk) ? wordPattern : latinPattern) ?? []
}

/** A link has a scheme or a path: “Node.js” is none. */
function findKind(chunk: string): string | undefined {
  if (chunk.includes('@') && /\w@\w/.test(chunk)) return '#mail'
  if (chunk.includes('/') ? linkPattern.test(chunk) : chunk.startsWith('www.')) return '#link'
  if (!/\d/.test(chunk)) return undefined
  if (/[$€£]/.test(chunk)) return '#money'
  if (chunk.includes('%')) return '#percent'
  return /(?:\d\W?){7}/.test(chunk) ? '#phone' : '#number'
}

const linkPattern = /^\W{0,3}(?:https?:\/\/|www\.|[a-z\d-]{1,40}(?:\.[a-z\d-]{1,40}){0,3}\.[a-z]{2,12}\/\S)/

function endsSentence(chunk: string): boolean {
  const last = /["')\]”]/.test(chunk.at(-1) ?? '') ? chunk.at(-2) : chunk.at(-1)
  return last !== undefined && '\n.!?;:'.includes(last)
}
