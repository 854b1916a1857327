import { defineField } from 'sanity'
import type { FieldOptions } from './field-options.ts'
import { countField } from './numbers.ts'

/** Currencies in which a sponsor is asked, by their ISO 4217 codes. */
export const currencies = ['USD'] as const

/** What a price or a figure is for. */
export const periods = ['quarter'] as const

/** Choices that read as they are stored: by itself the Studio would write “Usd”. */
function asWritten(values: readonly string[]) {
  return values.map((value) => ({ title: value, value }))
}

/** An amount in whole units of the currency: 150000 is $150K. */
export function amountField(field: FieldOptions) {
  return countField(field)
}

export function currencyField(options: Pick<FieldOptions, 'fieldset'> = {}) {
  return defineField({
    name: 'currency',
    title: 'Currency',
    description: 'Of the amount.',
    type: 'string',
    options: { list: asWritten(currencies), layout: 'radio', direction: 'horizontal' },
    initialValue: currencies[0],
    validation: (rule) => rule.required(),
    ...options,
  })
}

export function periodField(options: Partial<FieldOptions> = {}) {
  return defineField({
    name: 'period',
    title: 'Per',
    description: 'Of this period.',
    type: 'string',
    options: { list: asWritten(periods), layout: 'radio', direction: 'horizontal' },
    initialValue: periods[0],
    validation: (rule) => rule.required(),
    ...options,
  })
}
