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

const amountForms = [
  /^\d{1,12}(?:[.,]\d{1,2})?$/,
  /^[1-9]\d{0,2}(?:\s\d{3}){1,3}(?:[.,]\d{1,2})?$/,
  /^[1-9]\d{0,2}(?:,\d{3}){1,3}(?:\.\d{1,2})?$/,
  /^[1-9]\d{0,2}(?:\.\d{3}){1,3},\d{1,2}$/,
  /^[1-9]\d{0,2}(?:\.\d{3}){2,3}$/,
]

/**
 * At most two decimals and one kind of thousands separator: `$85,000`, `85 000`, `42.50`, `1.234,56`. NaN for other
 * texts, and for `1.234`, which may be 1,234 or three decimals.
 */
export function readAmount(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim().replace(/^\$\s*/, '')
  if (!amountForms.some((form) => form.test(text))) return NaN
  return Number(text.replace(/[.,\s](?=\d{3})/g, '').replace(',', '.'))
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

type CategoryPair = { category: string; subcategory: string }

function listFields({ category, subcategory }: CategoryPair): readonly DetailField[] {
  if (category === 'jobs') return ['company', 'payFrom', 'payTo', 'payCurrency', 'payPeriod']
  if (category === 'housing') return ['price', 'pricePeriod']
  return announcesEvent({ category, subcategory }) ? ['date'] : []
}

/**
 * Drops optional fields that are empty (null in JSON) or belong to another category, before validation: a form without
 * scripts sends all of them. `place`: names from the catalogue.
 */
export function dropUnusedDetails(value: unknown, place: CategoryPair): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const offered: readonly string[] = listFields(place)
  const all: readonly string[] = detailFields
  const isEmpty = (given: unknown) => given === null || (typeof given === 'string' && given.trim() === '')
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name, given]) => !all.includes(name) || (offered.includes(name) && !isEmpty(given)),
    ),
  )
}

/** Clears all optional fields when a listing is changed. */
export const noDetails = Object.fromEntries(detailFields.map((field) => [field, null]))

export function announcesEvent({ category, subcategory }: CategoryPair): boolean {
  return category === 'community' && subcategory === 'events'
}

/** Adds the default units to amounts, and drops units without an amount. */
export function completeDetails({
  company,
  payFrom,
  payTo,
  payCurrency = 'USD',
  payPeriod = 'year',
  price,
  pricePeriod = 'month',
  date,
}: Details): Details {
  const hasPay = payFrom !== undefined || payTo !== undefined
  return pickDetails({
    company,
    ...(hasPay && { payFrom, payTo, payCurrency, payPeriod }),
    ...(price !== undefined && { price, pricePeriod }),
    date,
  })
}

/** The optional fields that are set. */
export function pickDetails(listing: Details): Details {
  return Object.fromEntries(
    detailFields.flatMap((field) => (listing[field] === undefined ? [] : [[field, listing[field]]])),
  )
}

/** The valid fields of a form, for a preview. */
export function readDetails(
  typed: Partial<Record<DetailField | 'category' | 'subcategory', string>>,
): Details {
  const place = { category: typed.category ?? '', subcategory: typed.subcategory ?? '' }
  const used = dropUnusedDetails(typed, place) as Partial<Record<DetailField, string>>
  const amount = (text: string | undefined) => {
    const read = readAmount(text)
    return typeof read === 'number' && read > 0 ? read : undefined
  }
  const choose = <Choice extends string>(choices: readonly Choice[], text: string | undefined) =>
    choices.find((choice) => choice === text)
  return completeDetails({
    company: used.company?.trim(),
    payFrom: amount(used.payFrom),
    payTo: amount(used.payTo),
    payCurrency: choose(currencies, used.payCurrency),
    payPeriod: choose(payPeriods, used.payPeriod),
    price: amount(used.price),
    pricePeriod: choose(pricePeriods, used.pricePeriod),
    date: isDay(used.date ?? '') ? used.date : undefined,
  })
}
