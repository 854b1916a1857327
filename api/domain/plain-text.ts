import * as z from 'zod/mini'

type Rules = {
  /** The field's name, as a person would say it. */
  name: string
  /** The sentence for a field that is absent or empty. */
  missing: string
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
function findFault(text: string, { name, missing, maximum, lines }: Rules): string | undefined {
  if (text === '') return missing
  const { length } = [...text]
  if (length > maximum) {
    return `${name} is too long: ${length.toLocaleString('en')} characters, at most ${maximum.toLocaleString('en')}`
  }
  if (lines === 'one' && text.includes('\n')) return `${name} must be one line`
  const refused = (lines === 'one' ? unstorable : unstorableBesideLines).exec(text) ?? reordering.exec(text)
  if (refused) return `${name} has a character that cannot be used: ${codePoint(refused[0])}`
  if (!visible.test(text)) return missing
  return undefined
}

/** The error of a field that is no text at all. */
export function notText(name: string, missing: string) {
  return (issue: { input?: unknown }) => (issue.input === undefined ? missing : `${name} must be text`)
}

/** A required text as people type it: trimmed, line breaks as LF, counted in code points. */
export function plainTextSchema(rules: Rules) {
  return z.string({ error: notText(rules.name, rules.missing) }).check(
    z.overwrite(normalize),
    z.check((context) => {
      const message = findFault(context.value, rules)
      if (message) context.issues.push({ code: 'custom', input: context.value, message })
    }),
  )
}
