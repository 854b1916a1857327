import { defineArrayMember, defineField } from 'sanity'
import { type FieldOptions, limits, type OptionalFieldOptions } from './field-options.ts'
import { everyTab } from './languages.ts'
import { atMost, checkNames, tooManyItems } from './named-items.ts'
import { checkText } from './text.ts'

export function textListField({
  itemTitle,
  optional,
  ...field
}: OptionalFieldOptions & { itemTitle: string }) {
  const check = checkText({ title: itemTitle, maximum: limits.line, lines: 'one' })
  return defineField({
    ...field,
    type: 'array',
    of: [
      defineArrayMember({
        type: 'string',
        title: itemTitle,
        validation: (rule) => rule.required().custom(check),
      }),
    ],
    validation: (rule) => [
      optional
        ? rule.unique().error('Each line must be different')
        : rule.required().min(1).unique().error('Write at least one line, each of them different'),
      rule.custom(atMost(limits.lines, `At most ${limits.lines} lines fit: remove some`)),
    ],
  })
}

type ItemsField = FieldOptions & {
  type: string
  /** The error without any; they are optional by default. */
  missing?: string
  /** For items with unique names: more than so many get a warning. */
  few?: { most: number; warning: string }
}

/** Objects of one type, in the order of the page. */
export function itemsField({ type, missing, few, ...field }: ItemsField) {
  return defineField({
    ...field,
    type: 'array',
    group: everyTab,
    of: [defineArrayMember({ type })],
    validation: (rule) => [
      ...(missing === undefined ? [] : [rule.required().min(1).error(missing)]),
      ...(few ? [rule.custom(checkNames), rule.custom(atMost(few.most, few.warning)).warning()] : []),
      rule.custom(tooManyItems),
    ],
  })
}

type ChoiceField = FieldOptions & { choices: readonly string[] }

const toList = (choices: readonly string[]) => choices.map((value) => ({ title: value, value }))

/** For a warning only: documents may keep a choice that is no longer offered. */
function checkChosen(choices: readonly string[]) {
  return (chosen: unknown): true | string => {
    // A value, a list, or nothing.
    const values = [chosen ?? []].flat().map(String)
    const unknown = values.find((value) => !choices.includes(value))
    return unknown === undefined || `“${unknown}” is not one of the choices: remove it`
  }
}

/** Any of the choices, or none. */
export function choicesField({ choices, ...field }: ChoiceField) {
  return defineField({
    ...field,
    type: 'array',
    of: [defineArrayMember({ type: 'string' })],
    options: { list: toList(choices), layout: 'grid' },
    validation: (rule) => rule.unique().custom(checkChosen(choices)).warning(),
  })
}

/** One of the choices, or none. */
export function choiceField({ choices, ...field }: ChoiceField) {
  return defineField({
    ...field,
    type: 'string',
    options: { list: toList(choices) },
    validation: (rule) => rule.custom(checkChosen(choices)).warning(),
  })
}
