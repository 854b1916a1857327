import type * as z from 'zod/mini'
import { cleanText } from '#domain/clean-text.ts'
import type { detailsSchema } from '#domain/listings/listing-schemas.ts'

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

/** Those that visitors write freely: the spam filter reads them. */
export const writtenDetails = ['company'] as const satisfies DetailField[]

export const currencies = ['USD', 'EUR', 'GBP', 'CAD'] as const
export const payPeriods = ['hour', 'day', 'week', 'month', 'year'] as const
export const pricePeriods = ['night', 'week', 'month'] as const

const amountForms = [
  /^\d{1,12}(?:[.,]\d{1,2})?$/,
  /^[1-9]\d{0,2}(?:[\s'’]\d{3}){1,3}(?:[.,]\d{1,2})?$/,
  /^[1-9]\d{0,2}(?:,\d{3}){1,3}(?:\.\d{1,2})?$/,
  /^[1-9]\d{0,2}(?:\.\d{3}){1,3},\d{1,2}$/,
  /^[1-9]\d{0,2}(?:\.\d{3}){2,3}$/,
]

/**
 * At most two decimals and one kind of thousands separator: `$85,000`, `85 000`, `42.50`, `1.234,56`. NaN for other
 * texts, and for `1.234`, which may be 1,234 or three decimals.
 */
export function readAmount(text: string): number {
  const figures = cleanText(text, 'one').replace(/^\$\s*/, '')
  if (!amountForms.some((form) => form.test(figures))) return NaN
  return Number(figures.replace(/[.,\s'’](?=\d{3})/g, '').replace(',', '.'))
}

export type Details = z.infer<typeof detailsSchema>

type CategoryPair = { category: string; subcategory: string }

function listFields({ category, subcategory }: CategoryPair): readonly DetailField[] {
  if (category === 'jobs') return ['company', 'payFrom', 'payTo', 'payCurrency', 'payPeriod']
  if (category === 'housing') return ['price', 'pricePeriod']
  return announcesEvent({ category, subcategory }) ? ['date'] : []
}

/**
 * Cleans optional fields, and drops those that are empty (null in JSON) or belong to another category, before validation:
 * a form without scripts sends all of them. `place`: names from the catalogue.
 */
export function dropUnusedDetails(value: unknown, place: CategoryPair): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const offered: readonly string[] = listFields(place)
  const all: readonly string[] = detailFields
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, given]: [string, unknown]) => {
      if (!all.includes(name)) return [[name, given]]
      const cleaned = typeof given === 'string' ? cleanText(given, 'one') : given
      return offered.includes(name) && cleaned !== null && cleaned !== '' ? [[name, cleaned]] : []
    }),
  )
}

/** Clears all optional fields when a listing is changed. */
export const noDetails = Object.fromEntries(detailFields.map((field) => [field, null]))

export function announcesEvent({ category, subcategory }: CategoryPair): boolean {
  return category === 'community' && subcategory === 'events'
}

/** Adds the default units to amounts, and drops units without an amount. */
export function completeDetails(given: Details): Details {
  const { payFrom, payTo, payCurrency = 'USD', payPeriod = 'year', price, pricePeriod = 'month' } = given
  const hasPay = payFrom !== undefined || payTo !== undefined
  return pickDetails({
    ...given,
    payCurrency: hasPay ? payCurrency : undefined,
    payPeriod: hasPay ? payPeriod : undefined,
    pricePeriod: price === undefined ? undefined : pricePeriod,
  })
}

/** The optional fields that are set. */
export function pickDetails(listing: Details): Details {
  return Object.fromEntries(
    detailFields.flatMap((field) => (listing[field] === undefined ? [] : [[field, listing[field]]])),
  )
}
