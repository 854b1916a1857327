import { defineField, type StringRule } from 'sanity'
import { plainTextSchema } from '#domain/plain-text.ts'
import { en } from '#domain/messages/en.ts'
import { limits, type OptionalFieldOptions, recommendedLengths } from './field-options.ts'
import { inLanguages } from './languages.ts'

/** More characters than `maximum` are an error, more than `recommendedLength` a warning. */
type TextField = OptionalFieldOptions & {
  initialValue?: string
  maximum?: number
  recommendedLength?: number
}
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

function validateText({
  optional,
  recommendedLength,
  ...rules
}: TextRules & Pick<TextField, 'optional' | 'recommendedLength'>) {
  const check = checkText(rules)
  const tooLong = `${rules.title} is longer than ${recommendedLength} characters: shorter reads better`
  return (rule: StringRule) => [
    optional ? rule.custom(check) : rule.required().custom(check),
    ...(recommendedLength ? [rule.max(recommendedLength).warning(tooLong)] : []),
  ]
}

export function lineField({ optional, maximum = limits.line, recommendedLength, ...field }: TextField) {
  const validation = validateText({ title: field.title, maximum, lines: 'one', optional, recommendedLength })
  return defineField({ ...field, type: 'string', validation })
}

export function linesField({
  optional,
  maximum = limits.text,
  recommendedLength,
  rows = 3,
  ...field
}: TextField & { rows?: number }) {
  const validation = validateText({ title: field.title, maximum, lines: 'many', optional, recommendedLength })
  return defineField({ ...field, type: 'text', rows, validation })
}

export function titleFields() {
  return inLanguages(lineField, {
    name: 'title',
    title: 'Title',
    description: 'The large heading at the top of the page, and its name in the browser tab.',
    maximum: limits.title,
    recommendedLength: recommendedLengths.title,
  })
}

export function descriptionFields() {
  return inLanguages(linesField, {
    name: 'description',
    title: 'Description for search and sharing',
    description:
      'One or two sentences that search engines and link previews show. Visitors do not see them on the page itself.',
    maximum: limits.sentences,
    recommendedLength: recommendedLengths.description,
  })
}
