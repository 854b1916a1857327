import { defineQuery } from 'groq'
import { z } from 'zod'
import { optionalBody } from './body.ts'
import {
  copy,
  copyFields,
  count,
  currency,
  email,
  items,
  optional,
  optionalCopy,
  pageFields,
  pageParts,
  period,
  photo,
  range,
  secureAddress,
  table,
  text,
  texts,
  title,
} from './parts.ts'
import { photoFields } from './shared-parts.ts'

export const sponsorsQuery = defineQuery(`
  *[_type == "sponsors" && _id == "sponsors"][0]{
    ${pageFields},
    "tiers": coalesce(
      tiers[]{ ${copyFields('name')}, price, currency, period, citiesFrom, citiesTo, isRecommended, ${copyFields('features')} },
      tiers
    ),
    "activations": coalesce(
      activations{
        "citiesPerPeriod": coalesce(citiesPerPeriod{ from, to }, citiesPerPeriod),
        period, ${copyFields('cities')}, ${copyFields('text')}
      },
      activations
    ),
    "kpis": coalesce(
      kpis[]{ ${copyFields('name')}, from, to, orMore, ${copyFields('unit')}, ${copyFields('note')} },
      kpis
    ),
    kpiPeriod,
    ${copyFields('deliverables')},
    "hackerHouse": coalesce(
      hackerHouse{ events, budget, budgetPerEvent, currency, ${copyFields('includes')} },
      hackerHouse
    ),
    ${copyFields('contactText')}, contactEmail,
    partners[]{ name, href, logo{ ${photoFields} } }
  }`)

const tierSchema = z
  .object({
    name: copy(title),
    price: count,
    currency,
    period,
    citiesFrom: count,
    citiesTo: optional(count),
    isRecommended: optional(z.boolean()),
    features: copy(texts),
  })
  .refine(({ citiesFrom, citiesTo = citiesFrom }) => citiesFrom <= citiesTo, {
    path: ['citiesTo'],
    error: 'must not be less than “from”',
  })

const kpiSchema = z
  .object({
    name: copy(title),
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
  tiers: table(tierSchema),
  activations: z.object({ citiesPerPeriod: range, period, cities: copy(texts), text: copy(optionalBody) }),
  kpis: table(kpiSchema),
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
  partners: items(z.object({ name: title, href: optional(secureAddress), logo: optional(photo) })),
})

export type Sponsors = z.output<typeof sponsorsSchema>
export type Tier = Sponsors['tiers'][number]
export type Partner = Sponsors['partners'][number]
export type Kpi = Sponsors['kpis'][number]

export const sponsors = { id: 'sponsors', query: sponsorsQuery, schema: sponsorsSchema }
