import { defineQuery } from 'groq'
import { z } from 'zod'
import type { ContentQuery } from '../lib/content.ts'
import { optionalBody } from './body.ts'
import {
  copy,
  copyFields,
  count,
  currency,
  email,
  optional,
  optionalCopy,
  pageParts,
  period,
  range,
  text,
  texts,
} from './parts.ts'

export const sponsorsQuery = defineQuery(`
  *[_type == "sponsors" && _id == "sponsors"][0]{
    ${copyFields('title')},
    ${copyFields('description')},
    ${copyFields('intro')},
    tiers[]{ ${copyFields('name')}, price, currency, period, citiesFrom, citiesTo, ${copyFields('features')} },
    activations{ citiesPerPeriod{ from, to }, period, ${copyFields('cities')}, ${copyFields('text')} },
    kpis[]{ ${copyFields('name')}, from, to, orMore, ${copyFields('unit')}, ${copyFields('note')} },
    kpiPeriod,
    ${copyFields('deliverables')},
    hackerHouse{ events, budget, budgetPerEvent, currency, ${copyFields('includes')} },
    ${copyFields('contactText')}, contactEmail
  }`)

const tierSchema = z
  .object({
    name: copy(text),
    price: count,
    currency,
    period,
    citiesFrom: count,
    citiesTo: optional(count),
    features: copy(texts),
  })
  .refine(({ citiesFrom, citiesTo = citiesFrom }) => citiesFrom <= citiesTo, {
    path: ['citiesTo'],
    error: 'must not be less than “from”',
  })

const kpiSchema = z
  .object({
    name: copy(text),
    from: optional(count),
    to: optional(count),
    orMore: optional(z.boolean()),
    unit: optionalCopy,
    note: optionalCopy,
  })
  .refine(({ from, note }) => from !== undefined || note !== undefined, {
    error: 'needs a figure or a note',
  })
  .refine(({ from, to }) => to === undefined || (from !== undefined && from <= to), {
    path: ['to'],
    error: 'must not be less than “from”',
  })

export const sponsorsSchema = z.object({
  ...pageParts,
  intro: copy(optionalBody),
  tiers: z.array(tierSchema).min(1),
  activations: z.object({ citiesPerPeriod: range, period, cities: copy(texts), text: copy(optionalBody) }),
  kpis: z.array(kpiSchema).min(1),
  kpiPeriod: period,
  deliverables: copy(texts),
  hackerHouse: z.object({
    events: count,
    budget: count,
    budgetPerEvent: count,
    currency,
    includes: copy(texts),
  }),
  contactText: copy(text),
  contactEmail: optional(email),
})

export type Sponsors = z.output<typeof sponsorsSchema>
export type Tier = Sponsors['tiers'][number]
export type Kpi = Sponsors['kpis'][number]

/** What sponsors give, and what they have of it. */
export const sponsors: ContentQuery<Sponsors> = {
  id: 'sponsors',
  query: sponsorsQuery,
  schema: sponsorsSchema,
}
