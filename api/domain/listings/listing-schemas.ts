import * as z from 'zod/mini'
import { currencies, payPeriods, pricePeriods } from '#domain/listings/details.ts'
import { withheldSchema } from '#domain/moderation/desk.ts'

/** Listings as the API sends them. A separate file, so that pages which import details.ts load no zod. */

export const detailsSchema = z.object({
  company: z.optional(z.string()),
  payFrom: z.optional(z.number()),
  payTo: z.optional(z.number()),
  payCurrency: z.optional(z.enum(currencies)),
  payPeriod: z.optional(z.enum(payPeriods)),
  price: z.optional(z.number().check(z.describe('US dollars.'))),
  pricePeriod: z.optional(z.enum(pricePeriods)),
  date: z.optional(z.iso.date()),
})

export const storedListingSchema = z.extend(detailsSchema, {
  id: z.guid(),
  category: z.string(),
  subcategory: z.string(),
  title: z.string(),
  description: z.string(),
  contact: z.string(),
  location: z.string(),
  createdAt: z.iso.datetime(),
})

export const managedListingSchema = z.extend(storedListingSchema, {
  expiresAt: z.nullable(z.iso.datetime()).check(z.describe('Null if it never expires.')),
  withheld: z.optional(withheldSchema.check(z.describe('Absent while it is shown.'))),
  event: z.optional(
    z
      .enum(['draft', 'published'])
      .check(z.describe('Set if the team has turned the listing into an event with the same id.')),
  ),
})

export const postedListingSchema = z.extend(managedListingSchema, {
  manageToken: z.string().check(z.describe('Only this answer contains it.')),
})

export const listingSummarySchema = z.omit(storedListingSchema, { category: true, contact: true })

export const listingSchema = z.extend(z.omit(storedListingSchema, { id: true, contact: true }), {
  contact: z
    .nullable(z.string())
    .check(z.describe('Null if visitors have to request it (`CONTACTS=reveal`).')),
})
