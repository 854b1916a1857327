import { defineField, type StringRule } from 'sanity'
import { plainTextSchema } from '#domain/plain-text.ts'
import { en } from '#domain/messages/en.ts'
import { limits, type OptionalFieldOptions, titleOf } from './field-options.ts'

/** More characters than `maximum` are an error, more than `recommendedLength` a warning. */
type TextField = OptionalFieldOptions & { maximum?: number; recommendedLength?: number }
type TextRules = { title: string; maximum: number; lines: 'one' | 'many' }

/** A check for `rule.custom`: true or what is wrong. An absent text is valid; `rule.required` refuses it. */
export function checkText({ title, maximum, lines }: TextRules) {
  const missing = `${title} has no letters: write something, or clear the field`
  const schema = plainTextSchema({
    messagesOf: () => ({ ...en.faults, name: title, missing }),
    maximum,
    lines,
  })
  return (text: string | undefined): true | string => {
    if (text === undefined) return true
    const { error } = schema.safeParse(text)
    return error?.issues[0]?.message ?? true
  }
}

function validateText({ optional, recommendedLength, ...rules }: TextRules & Partial<TextField>) {
  const check = checkText(rules)
  const tooLong = `${rules.title} is longer than ${recommendedLength} characters: shorter reads better`
  return (rule: StringRule) => [
    optional ? rule.custom(check) : rule.required().custom(check),
    ...(recommendedLength && recommendedLength < rules.maximum
      ? [rule.max(recommendedLength).warning(tooLong)]
      : []),
  ]
}

export function lineField({ optional, maximum = limits.line, recommendedLength, ...field }: TextField) {
  const title = titleOf(field)
  const validation = validateText({ title, maximum, lines: 'one', optional, recommendedLength })
  return defineField({ ...field, type: 'string', validation })
}

/** A name, a heading or the text of a button. A longer heading than recommended wraps. */
export function nameField(field: Omit<TextField, 'maximum'>) {
  return lineField({ maximum: limits.title, recommendedLength: 80, ...field })
}

export function linesField({
  optional,
  maximum = limits.text,
  recommendedLength = 300,
  rows = 3,
  ...field
}: TextField & { rows?: number }) {
  const title = titleOf(field)
  const validation = validateText({ title, maximum, lines: 'many', optional, recommendedLength })
  return defineField({ ...field, type: 'text', rows, validation })
}
