import { defineQuery } from 'groq'
import { z } from 'zod'
import type { ContentQuery } from '../lib/content.ts'
import { optionalBody } from './body.ts'
import { count, currency, email, optional, optionalText, pageParts, range, text, texts } from './parts.ts'

export const sponsorsQuery = defineQuery(`
  *[_type == "sponsors" && _id == "sponsors"][0]{
    title, description, intro,
    tiers[]{ name, price, currency, period, citiesFrom, citiesTo, features },
    activations{ citiesPerPeriod{ from, to }, period, cities, text },
    kpis[]{ name, from, to, orMore, unit, note },
    kpiPeriod, deliverables,
    hackerHouse{ events, budget, budgetPerEvent, currency, includes },
    contactText, contactEmail
  }`)

const tierSchema = z
  .object({
    name: text,
    price: count,
    currency,
    period: text,
    citiesFrom: count,
    citiesTo: optional(count),
    features: texts,
  })
  .refine(({ citiesFrom, citiesTo = citiesFrom }) => citiesFrom <= citiesTo, {
    path: ['citiesTo'],
    error: 'must not be less than “from”',
  })

const kpiSchema = z
  .object({
    name: text,
    from: optional(count),
    to: optional(count),
    orMore: optional(z.boolean()),
    unit: optionalText,
    note: optionalText,
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
  intro: optionalBody,
  tiers: z.array(tierSchema).min(1),
  activations: z.object({ citiesPerPeriod: range, period: text, cities: texts, text: optionalBody }),
  kpis: z.array(kpiSchema).min(1),
  kpiPeriod: text,
  deliverables: texts,
  hackerHouse: z.object({ events: count, budget: count, budgetPerEvent: count, currency, includes: texts }),
  contactText: text,
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
