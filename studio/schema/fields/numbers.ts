import { defineField } from 'sanity'
import { type FieldOptions, type OptionalFieldOptions, titleOf } from './field-options.ts'

type Range = { from?: number; to?: number }

export function countField({ optional, ...field }: OptionalFieldOptions) {
  return defineField({
    ...field,
    type: 'number',
    validation: (rule) => {
      const whole = rule
        .integer()
        .positive()
        .min(1)
        .error(`${titleOf(field)} is a whole number from 1`)
      return optional ? whole : [rule.required(), whole]
    },
  })
}

export function rangeField(field: FieldOptions) {
  return defineField({
    ...field,
    type: 'range',
    validation: (rule) => rule.required().custom<Range>((range) => checkOrder(range?.from, range?.to)),
  })
}

export function checkOrder(from: number | undefined, to: number | undefined): true | string {
  if (from === undefined || to === undefined || from <= to) return true
  return `The first number (${from}) is larger than the second (${to})`
}
