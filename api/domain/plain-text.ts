import * as z from 'zod/mini'
import { fill, locale, type Words } from '#domain/language.ts'

/** What is said of a field: its name, the sentence for one that is absent or empty, and those for other faults. */
export type FieldWords = { name: string; missing: string } & Pick<
  Words['faults'],
  'notText' | 'tooLong' | 'notOneLine' | 'unusable' | 'tooManyMarks'
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
/**
 * A character that shows something. The blank ones among letters and symbols are the fillers of Hangul, which Unicode
 * calls default ignorable, the empty Braille pattern, a musical symbol and two hieroglyphs.
 */
const visible = /(?![\p{DI}\u2800\u{1d159}\u{13441}\u{13442}])[\p{L}\p{N}\p{P}\p{S}]/u
/** Combining marks on one letter. Words of real scripts have up to six; dozens would cover the lines above and below. */
const mostMarks = 8
const tooManyMarksInARow = new RegExp(`\\p{M}{${mostMarks + 1}}`, 'u')

/** A form sends CR LF where the page's own script sends LF. */
function normalize(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim()
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** What is wrong with a normalized text, in one sentence, or undefined. */
function findFault(text: string, { say, maximum, lines }: Rules): string | undefined {
  const { name, missing, tooLong, notOneLine, unusable, tooManyMarks } = say()
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
  if (tooManyMarksInARow.test(text)) return fill(tooManyMarks, { name, maximum: String(mostMarks) })
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
