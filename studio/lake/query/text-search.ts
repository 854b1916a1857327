import type { LakeDocument } from '../store/types.ts'

export type Term = { text: string; prefix: boolean; negated: boolean }

/** A word, a word with a star after it, or a phrase in quotes; a minus before it means that it must be absent. */
const termForm = /-?"[^"]*"?|-?[^\s"]+/gu
const wordForm = /[\p{L}\p{N}_]+/gu
const wordCharacter = /[\p{L}\p{N}_]/u
const texts = new WeakMap<LakeDocument, string>()

/** The terms of `text::query()`; all of them must match. */
export function parseTextQuery(query: string): Term[] {
  return (fold(query).match(termForm) ?? []).flatMap((token) => {
    const negated = token.startsWith('-')
    const body = negated ? token.slice(1) : token
    if (body.startsWith('"')) {
      const text = body.replaceAll('"', '').trim()
      return text ? [{ text, prefix: false, negated }] : []
    }
    const words = body.match(wordForm) ?? []
    return words.map((text, index) => ({
      text,
      prefix: body.endsWith('*') && index === words.length - 1,
      negated,
    }))
  })
}

/** Whether folded text holds the terms. No terms at all match everything, as a lone star does. */
export function matchesTerms(terms: readonly Term[]): (text: string) => boolean {
  return (text) => terms.every((term) => hasTerm(text, term) !== term.negated)
}

/** All strings of a document for its search, folded; kept as long as the document is. */
export function documentText(document: LakeDocument): string {
  const known = texts.get(document)
  if (known !== undefined) return known
  const parts: string[] = [document._id]
  gather(document, parts)
  const text = fold(parts.join('\n'))
  texts.set(document, text)
  return text
}

function gather(value: unknown, parts: string[]): void {
  if (typeof value === 'string') parts.push(value)
  else if (Array.isArray(value)) for (const item of value) gather(item, parts)
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) if (!key.startsWith('_')) gather(item, parts)
}

/** Without case and accents. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function hasTerm(text: string, { text: term, prefix }: Term): boolean {
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
    const begins = at === 0 || !wordCharacter.test(text.charAt(at - 1))
    const ends = prefix || !wordCharacter.test(text.charAt(at + term.length))
    if (begins && ends) return true
  }
  return false
}
