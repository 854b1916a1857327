import { isDay } from '#domain/pacific.ts'

/** The optional fields of a listing: some categories offer some of them. */
export const detailFields = [
  'company',
  'payFrom',
  'payTo',
  'payCurrency',
  'payPeriod',
  'price',
  'pricePeriod',
  'date',
] as const
export type DetailField = (typeof detailFields)[number]

export const currencies = ['USD', 'EUR', 'GBP', 'CAD'] as const
export const payPeriods = ['hour', 'day', 'week', 'month', 'year'] as const
export const pricePeriods = ['night', 'week', 'month'] as const

/** Digits, with separators between thousands and at most two decimals: `$85,000`, `85 000`, `42.50`. NaN for another text. */
export function readAmount(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const plain = value.replace(/^\s*\$|\s/g, '').replace(/[.,](?=\d{3}(?:\D|$))/g, '')
  return /^\d{1,12}(?:[.,]\d{1,2})?$/.test(plain) ? Number(plain.replace(',', '.')) : NaN
}

export type Details = {
  company?: string | undefined
  payFrom?: number | undefined
  payTo?: number | undefined
  payCurrency?: (typeof currencies)[number] | undefined
  payPeriod?: (typeof payPeriods)[number] | undefined
  price?: number | undefined
  pricePeriod?: (typeof pricePeriods)[number] | undefined
  date?: string | undefined
}

/**
 * Without the empty fields of a form, null in JSON, and the fields of other categories: a form without scripts sends all,
 * and none of these can be at fault. `place` has names.
 */
export function withoutForeign(value: unknown, place: { category: string; subcategory: string }): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const own = fieldsOf(place)
  const isDropped = (name: string, given: unknown) =>
    detailFields.some((field) => field === name) &&
    (given === null ||
      (typeof given === 'string' && given.trim() === '') ||
      !own.some((field) => field === name))
  return Object.fromEntries(Object.entries(value).filter(([name, given]) => !isDropped(name, given)))
}

function fieldsOf({
  category,
  subcategory,
}: {
  category: string
  subcategory: string
}): readonly DetailField[] {
  if (category === 'jobs') return ['company', 'payFrom', 'payTo', 'payCurrency', 'payPeriod']
  if (category === 'housing') return ['price', 'pricePeriod']
  return hasDate(category, subcategory) ? ['date'] : []
}

/** For a change of a listing that leaves none of them. */
export const noDetails = Object.fromEntries(detailFields.map((field) => [field, null]))

export function hasDate(category: string, subcategory: string): boolean {
  return category === 'community' && subcategory === 'events'
}

/** Those that the category offers, with the units that amounts need. */
export function fitDetails(category: string, subcategory: string, details: Details): Details {
  const { company, payFrom, payTo, payCurrency, payPeriod, price, pricePeriod, date } = details
  if (category === 'jobs') {
    const pay = {
      ...(payFrom !== undefined && { payFrom }),
      ...(payTo !== undefined && { payTo }),
      payCurrency: payCurrency ?? 'USD',
      payPeriod: payPeriod ?? 'year',
    } as const
    const hasPay = payFrom !== undefined || payTo !== undefined
    return { ...(company !== undefined && { company }), ...(hasPay && pay) }
  }
  if (category === 'housing') return price === undefined ? {} : { price, pricePeriod: pricePeriod ?? 'month' }
  return hasDate(category, subcategory) && date !== undefined ? { date } : {}
}

/** Without the fields that are absent. */
export function pickDetails(listing: Details): Details {
  return Object.fromEntries(
    detailFields.flatMap((field) => (listing[field] === undefined ? [] : [[field, listing[field]]])),
  )
}

/** Those that make sense so far, for a preview. */
export function readDetails(
  typed: Partial<Record<DetailField | 'category' | 'subcategory', string>>,
): Details {
  const { category = '', subcategory = '', company = '', date = '' } = typed
  const amount = (text = '') => {
    const read = readAmount(text)
    return typeof read === 'number' && read > 0 ? read : undefined
  }
  const choose = <Choice extends string>(choices: readonly Choice[], text: string | undefined) =>
    choices.find((choice) => choice === text)
  return fitDetails(category, subcategory, {
    company: company.trim() || undefined,
    payFrom: amount(typed.payFrom),
    payTo: amount(typed.payTo),
    payCurrency: choose(currencies, typed.payCurrency),
    payPeriod: choose(payPeriods, typed.payPeriod),
    price: amount(typed.price),
    pricePeriod: choose(pricePeriods, typed.pricePeriod),
    date: isDay(date) ? date : undefined,
  })
}
