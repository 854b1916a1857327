import { defineField } from 'sanity'
import type { FieldOptions } from './field-options.ts'

function radioField(values: readonly [string, ...string[]], field: FieldOptions) {
  return defineField({
    ...field,
    type: 'string',
    options: {
      // By default the Studio would show “Usd”.
      list: values.map((value) => ({ title: value, value })),
      layout: 'radio',
      direction: 'horizontal',
    },
    initialValue: values[0],
    validation: (rule) => rule.required(),
  })
}

/** An ISO 4217 code. */
export function currencyField({ fieldset }: { fieldset: string }) {
  return radioField(['USD'], { name: 'currency', description: 'The currency of the amount.', fieldset })
}

export function periodField(options: Partial<FieldOptions> = {}) {
  return radioField(['quarter'], {
    name: 'period',
    title: 'Per',
    description: 'The period that the amount is for.',
    ...options,
  })
}
