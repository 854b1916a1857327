import * as z from 'zod/mini'
import { fill, messages } from '#domain/language.ts'
import { AmountConflict } from '#domain/listings/complete-pay.ts'
import { currencies, payPeriods, pricePeriods } from '#domain/listings/details.ts'
import { usualDays } from '#domain/listings/listing-age.ts'
import { roundNear } from '#domain/near-number.ts'
import { addDays, isDay, toDay } from '#domain/pacific.ts'
import { notText, plainTextSchema } from '#domain/plain-text.ts'

const maxAmount = 1_000_000_000
/** In code points. */
export const maxCompany = 100

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= maxAmount && Number(value.toFixed(2)) === value
}

function amountSchema(field: 'payFrom' | 'payTo' | 'price') {
  return z.pipe(
    z.transform((given) => (typeof given === 'number' ? roundNear(given, 2) : given)),
    z.custom<number>(isAmount, {
      error: ({ input }) => describeAmountFault(messages().details[field], input),
    }),
  )
}

function describeAmountFault(name: string, given: unknown): string {
  const { amount, amountTwoWays, conflicts } = messages().faults
  if (given instanceof AmountConflict)
    return fill(conflicts[given.with], { name, text: given.text, chosen: given.chosen })
  if (typeof given !== 'string') return fill(amount, { name })
  const [text, before = '', after = ''] =
    /^[^\dk]{0,3}(\d+)[.,](\d{3})[^\dk]{0,3}$/i.exec(given.slice(0, 40)) ?? []
  if (text === undefined) return fill(amount, { name })
  return fill(amountTwoWays, {
    name,
    text: text.trim(),
    whole: before + after,
    decimal: `${before}.${after.slice(0, 2)}`,
  })
}

function choiceSchema<Choice extends string>(
  field: 'payCurrency' | 'payPeriod' | 'pricePeriod',
  choices: readonly Choice[],
) {
  return z.custom<Choice>((value) => choices.some((choice) => choice === value), {
    error: () =>
      fill(messages().faults.choice, { name: messages().details[field], choices: choices.join(', ') }),
  })
}

/** These fields are optional, so `missing` is only for a text without visible characters. */
function fieldMessages(field: 'company' | 'date') {
  return () => {
    const { faults, details } = messages()
    return { ...faults, name: details[field], missing: fill(faults.notText, { name: details[field] }) }
  }
}

/** The optional fields of a listing. `date` is `YYYY-MM-DD`; `price` is in US dollars. */
export const detailSchemas = {
  company: z.optional(
    plainTextSchema({ messagesOf: fieldMessages('company'), maximum: maxCompany, lines: 'one' }),
  ),
  payFrom: z.optional(amountSchema('payFrom')),
  payTo: z.optional(amountSchema('payTo')),
  payCurrency: z.optional(choiceSchema('payCurrency', currencies)),
  payPeriod: z.optional(choiceSchema('payPeriod', payPeriods)),
  price: z.optional(amountSchema('price')),
  pricePeriod: z.optional(choiceSchema('pricePeriod', pricePeriods)),
  date: z.optional(
    z.string({ error: notText(fieldMessages('date')) }).check(
      z.refine(isDay, { error: () => messages().faults.date, abort: true }),
      // No listing is shown for longer, so an earlier day is probably a typo.
      z.refine((day) => day >= addDays(toDay(new Date()), -usualDays), {
        error: () => messages().faults.datePast,
      }),
    ),
  ),
}
