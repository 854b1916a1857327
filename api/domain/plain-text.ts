import * as z from 'zod/mini'
import { cleanText } from '#domain/clean-text.ts'
import { fill, locale, type Messages } from '#domain/language.ts'

/** The field's name and its error messages. `missing` is for an absent or empty field. */
export type FieldMessages = { name: string; missing: string } & Pick<
  Messages['faults'],
  'notText' | 'tooLong' | 'notOneLine' | 'tooManyMarks'
>

type Rules = {
  /** A function, because each request has its own language. */
  messagesOf: () => FieldMessages
  /** In Unicode code points, after cleaning. */
  maximum: number
  /** `many` allows line breaks and tabs. */
  lines: 'one' | 'many'
}

/** Excludes letters and symbols that are blank: Hangul fillers (DI), the empty Braille pattern and a few others. */
const visible = /(?![\p{DI}\u2800\u{1d159}\u{13441}\u{13442}])[\p{L}\p{N}\p{P}\p{S}]/u
/** Combining marks on one letter. Real scripts need up to six; dozens would cover the adjacent lines. */
const maxMarks = 8
const tooManyMarksInARow = new RegExp(`\\p{M}{${maxMarks + 1}}`, 'u')

function findFault(text: string, { messagesOf: say, maximum, lines }: Rules): string | undefined {
  const { name, missing, tooLong, notOneLine, tooManyMarks } = say()
  if (text === '') return missing
  const { length } = [...text]
  if (length > maximum) {
    const [written, most] = [length, maximum].map((count) => count.toLocaleString(locale()))
    return fill(tooLong, { name, length: written ?? '', maximum: most ?? '' })
  }
  if (lines === 'one' && text.includes('\n')) return fill(notOneLine, { name })
  if (!visible.test(text)) return missing
  if (tooManyMarksInARow.test(text)) return fill(tooManyMarks, { name, maximum: String(maxMarks) })
  return undefined
}

export function notText(say: () => FieldMessages) {
  return (issue: { input?: unknown }) => {
    const { name, missing, notText: sentence } = say()
    return issue.input === undefined ? missing : fill(sentence, { name })
  }
}

/** A required text. The output is cleaned. */
export function plainTextSchema(rules: Rules) {
  return z.string({ error: notText(rules.messagesOf) }).check(
    z.overwrite((text) => cleanText(text, rules.lines)),
    z.check((context) => {
      const message = findFault(context.value, rules)
      if (message) context.issues.push({ code: 'custom', input: context.value, message })
    }),
  )
}
