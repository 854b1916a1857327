import * as z from 'zod/mini'
import { fill, locale, type Words } from '#domain/language.ts'

/** What is said of a field: its name, the sentence for one that is absent or empty, and those for other faults. */
export type FieldWords = { name: string; missing: string } & Pick<
  Words['faults'],
  'notText' | 'tooLong' | 'notOneLine' | 'unusable'
>

type Rules = {
  /** Asked when something is wrong, since who is told may read any language. */
  say: () => FieldWords
  /** In Unicode code points, after trimming. */
  maximum: number
  /** Whether line breaks and tabs belong in it. */
  lines: 'one' | 'many'
}

/** U+202A-202E and U+2066-2069 reorder the text around them, on the page and in a log. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/
/** Control characters (NUL, which Postgres refuses, among them) and halves of a surrogate pair. */
const unstorable = /[\p{Cc}\p{Cs}]/u
const unstorableBesideLines = /(?![\n\t])[\p{Cc}\p{Cs}]/u
/** A text of spaces, joiners and marks alone would be a listing that nobody can see. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** A form sends CR LF where the page's own script sends LF. */
function normalize(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim()
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** What is wrong with a normalized text, in one sentence, or undefined. */
function findFault(text: string, { say, maximum, lines }: Rules): string | undefined {
  const { name, missing, tooLong, notOneLine, unusable } = say()
  if (text === '') return missing
  const { length } = [...text]
  if (length > maximum) {
    const [written, most] = [length, maximum].map((count) => count.toLocaleString(locale()))
    return fill(tooLong, { name, length: written ?? '', maximum: most ?? '' })
  }
  if (lines === 'one' && text.includes('\n')) return fill(notOneLine, { name })
  const refused = (lines === 'one' ? unstorable : unstorableBesideLines).exec(text) ?? reordering.exec(text)
  if (refused) return fill(unusable, { name, character: codePoint(refused[0]) })
  if (!visible.test(text)) return missing
  return undefined
}

/** The error of a field that is no text at all. */
export function notText(say: () => FieldWords) {
  return (issue: { input?: unknown }) => {
    const { name, missing, notText: sentence } = say()
    return issue.input === undefined ? missing : fill(sentence, { name })
  }
}

/** A required text as people type it: trimmed, line breaks as LF, counted in code points. */
export function plainTextSchema(rules: Rules) {
  return z.string({ error: notText(rules.say) }).check(
    z.overwrite(normalize),
    z.check((context) => {
      const message = findFault(context.value, rules)
      if (message) context.issues.push({ code: 'custom', input: context.value, message })
    }),
  )
}
