import { defineField } from 'sanity'
import type { FieldOptions } from './field-options.ts'

/** ISO 4217 codes. */
const currencies = ['USD'] as const

const periods = ['quarter'] as const

function radioField(values: readonly [string, ...string[]], field: FieldOptions) {
  return defineField({
    ...field,
    type: 'string',
    options: {
      // By itself the Studio would write “Usd”.
      list: values.map((value) => ({ title: value, value })),
      layout: 'radio',
      direction: 'horizontal',
    },
    initialValue: values[0],
    validation: (rule) => rule.required(),
  })
}

export function currencyField(options: Pick<FieldOptions, 'fieldset'> = {}) {
  return radioField(currencies, {
    name: 'currency',
    title: 'Currency',
    description: 'Of the amount.',
    ...options,
  })
}

export function periodField(options: Partial<FieldOptions> = {}) {
  return radioField(periods, { name: 'period', title: 'Per', description: 'Of this period.', ...options })
}
