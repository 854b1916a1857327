import { defineField } from 'sanity'
import { checkText } from './check-text.ts'
import type { FieldOptions, OptionalFieldOptions } from './field-options.ts'
import { inLanguages } from './languages.ts'
import { limits, tastes } from './limits.ts'

type TextField = OptionalFieldOptions & {
  initialValue?: string
  /** The error above this many characters. */
  maximum?: number
  /** A warning above this many characters. */
  taste?: number
}

function tooLong(title: string, taste: number): string {
  return `${title} is longer than ${taste} characters: shorter reads better`
}

/** A text of one line. Required unless it is said to be optional. */
export function lineField({ optional, maximum = limits.line, taste, ...field }: TextField) {
  const check = checkText({ title: field.title, maximum, lines: 'one' })
  return defineField({
    ...field,
    type: 'string',
    validation: (rule) => [
      optional ? rule.custom(check) : rule.required().custom(check),
      ...(taste ? [rule.max(taste).warning(tooLong(field.title, taste))] : []),
    ],
  })
}

/** A plain text of several lines, whose line breaks are kept. Required unless it is said to be optional. */
export function linesField({
  optional,
  maximum = limits.text,
  taste,
  rows = 3,
  ...field
}: TextField & { rows?: number }) {
  const check = checkText({ title: field.title, maximum, lines: 'many' })
  return defineField({
    ...field,
    type: 'text',
    rows,
    validation: (rule) => [
      optional ? rule.custom(check) : rule.required().custom(check),
      ...(taste ? [rule.max(taste).warning(tooLong(field.title, taste))] : []),
    ],
  })
}

/** The heading of a page. */
export function titleFields({ group }: Pick<FieldOptions, 'group'> = {}) {
  return inLanguages(lineField, {
    name: 'title',
    title: 'Title',
    description: 'The large heading at the top of the page, and its name in the browser tab.',
    maximum: limits.title,
    taste: tastes.title,
    group,
  })
}

/** What a page says about itself elsewhere. */
export function descriptionFields({ group }: Pick<FieldOptions, 'group'> = {}) {
  return inLanguages(linesField, {
    name: 'description',
    title: 'Description for search and sharing',
    description:
      'One or two sentences that search engines and link previews show. Visitors do not see them on the page itself.',
    maximum: limits.sentences,
    taste: tastes.description,
    rows: 3,
    group,
  })
}
