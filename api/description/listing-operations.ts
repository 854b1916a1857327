import * as z from 'zod/mini'
import { locations } from '#domain/listings/catalogue.ts'
import { maxCompany } from '#domain/listings/detail-schemas.ts'
import { currencies, payPeriods, pricePeriods } from '#domain/listings/details.ts'
import * as listings from '#domain/listings/listing-schemas.ts'
import { listingFieldsSchema, maxLengths } from '#domain/listings/listing.ts'
import { disputeSchema, reportSchema } from '#domain/moderation/desk.ts'
import type { Operation, Operations } from './operation.ts'

const { shape } = listingFieldsSchema
/** Of a form without scripts, which sends every field as text. */
export const texts = (names: readonly string[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.optional(z.string())])))

/** The spam trap (#domain/moderation/spam-trap.ts). */
const trap = { leaveEmpty: z.optional(z.unknown()), seconds: z.optional(z.unknown()) }
const cityNote = { pattern: '^([Ss][Ff]|[Nn][Yy][Cc])$', examples: [...locations] }
export const citySchema = z.string().check(z.meta(cityNote))
export const language = z.optional(z.string().check(z.describe('Of the answer: `en`, `es` or `fr`.')))
const listingForm = z.extend(texts(Object.keys(shape)), { ...trap, language })
const ownerForm = z.object({ token: z.string(), language })

export const newListingSchema = z.strictObject({ ...shape, ...trap })
export const listingChangesSchema = z.partial(z.strictObject(shape))
export const newReportSchema = z.extend(reportSchema, trap)

const list: Operation = {
  tag: 'Listings',
  summary: 'The newest 50 listings of a category',
  description:
    'Names or slugs; an unknown category gives an empty list. `Link: <…>; rel="next"` leads to older ones, with `before`.',
  path: z.object({
    category: z.string().check(z.meta({ examples: ['jobs', 'housing'] })),
    subcategory: z.string().check(z.meta({ examples: ['engineering', 'rooms-shared'] })),
  }),
  query: z.object({
    city: z.optional(citySchema),
    before: z.optional(z.string().check(z.regex(/^\d{1,16}_[\da-f-]{36}$/))),
  }),
  answers: { 200: z.array(listings.listingSummarySchema) },
  errors: [400],
}

export const reportOperation: Operation = {
  tag: 'Reports',
  summary: 'Report something to the team',
  description: 'A repeated report changes nothing. 429: more than 20 reports of a network within an hour.',
  json: newReportSchema,
  form: z.extend(texts(['reason', 'text', 'leaveEmpty', 'seconds']), { language }),
  answers: { 202: null, 303: null },
  errors: [403, 404, 422, 429],
}

const owned = { tag: 'Managing a listing', token: 'manageToken', errors: [401, 403, 404, 409, 422, 429] }
const { token: _, ...formOwned } = owned
const form = { ...formOwned, tag: 'Forms without scripts', answers: { 303: null } }

export const listingOperations: Operations = {
  'GET /api/listings/category/{category}': list,
  'GET /api/listings/category/{category}/{subcategory}': {
    ...list,
    summary: 'The newest 50 listings of a subcategory',
  },
  'POST /api/listings': {
    tag: 'Listings',
    summary: 'Post a listing',
    description:
      'A listing is shown for 45 days, in jobs and housing for 30. Optional fields that its category does not offer are dropped. What the spam filter doubts is held: then the answer has `withheld`. 422: spam, or an `Idempotency-Key` that was used with another text; the same text gets the same listing and token. 429: `POSTS_PER_HOUR`, or twice `TOTAL_POSTS_PER_HOUR`.',
    headers: z.object({
      'Idempotency-Key': z.optional(
        z.string().check(z.regex(/^[!-~]{16,200}$/), z.describe('128 random bits, as secret as the token.')),
      ),
      'form-trap': z.optional(z.string().check(z.describe('The spam trap of scripts: empty.'))),
      'form-seconds': z.optional(z.string().check(z.describe('Since the form was opened.'))),
    }),
    json: newListingSchema,
    form: listingForm,
    answers: { 201: listings.postedListingSchema, 303: null },
    errors: [403, 422, 429],
  },
  'GET /api/listings/{id}': {
    tag: 'Listings',
    summary: 'One listing',
    description:
      'With its token, as its owner sees it, in any state; a malformed token is ignored. 410: the last day is in `Expired-On`.',
    token: 'manageToken',
    isTokenOptional: true,
    answers: { 200: z.union([listings.managedListingSchema, listings.listingSchema]) },
    errors: [403, 404, 410, 429],
  },
  'POST /api/listings/{id}/contact': {
    tag: 'Listings',
    summary: 'The contact of a listing',
    description: 'For sites with `CONTACTS=reveal`. 429: `CONTACTS_PER_HOUR`.',
    answers: { 200: z.object({ contact: z.string() }) },
    errors: [404, 408, 410, 413, 429],
  },
  'POST /api/listings/{id}/reports': reportOperation,
  'PATCH /api/listings/{id}': {
    ...owned,
    summary: 'Change a listing',
    description:
      'Keeps the fields that are not given; null clears an optional one. 409: removed. 429: `EDITS_PER_HOUR`, or 20 wrong tokens.',
    json: listingChangesSchema,
    answers: { 200: listings.managedListingSchema },
  },
  'DELETE /api/listings/{id}': {
    ...owned,
    summary: 'Delete a listing',
    answers: { 204: null },
    errors: [...owned.errors, 400, 408, 413],
  },
  'POST /api/listings/{id}/renew': {
    ...owned,
    summary: 'Show a listing for longer',
    description:
      'For the days of its category from now, or to its old expiry if that is later. 409: withheld.',
    isTokenOptional: true,
    form: ownerForm,
    answers: { 200: listings.managedListingSchema, 303: null },
  },
  'POST /api/listings/{id}/dispute': {
    ...owned,
    summary: 'Object to a decision of the team',
    description: '409: the listing is shown.',
    isTokenOptional: true,
    json: z.object({ dispute: disputeSchema }),
    form: z.extend(ownerForm, { dispute: z.string() }),
    answers: { 200: listings.managedListingSchema, 303: null },
  },
  'POST /api/listings/{id}/edit': {
    ...form,
    summary: 'Change a listing',
    form: z.extend(ownerForm, listingForm.shape),
  },
  'POST /api/listings/{id}/delete': {
    ...form,
    summary: 'Delete a listing',
    form: z.extend(ownerForm, { confirm: z.literal('on') }),
  },
}

/** What zod cannot write as JSON Schema. A text may be longer before spaces around it are removed. */
const amount = {
  type: ['number', 'string', 'null'],
  description: 'Above 0, at most 1,000,000,000, in whole cents. A text like `$85,000` is read.',
}
const oneLine = '^[^\\n]*\\S[^\\n]*$'
const choice = (choices: readonly string[]) => ({ enum: [...choices, '', null] })
const notes: Record<keyof typeof shape, Record<string, unknown>> = {
  category: { description: 'Name or slug of a category of the catalogue.', examples: ['housing'] },
  subcategory: { description: 'Name or slug of one of its subcategories.', examples: ['rooms shared'] },
  title: { pattern: oneLine, maxLength: maxLengths.title },
  description: { pattern: '\\S', maxLength: maxLengths.description },
  contact: { pattern: oneLine, maxLength: maxLengths.contact },
  location: cityNote,
  company: { type: ['string', 'null'], maxLength: maxCompany },
  payFrom: amount,
  payTo: amount,
  payCurrency: choice(currencies),
  payPeriod: choice(payPeriods),
  price: { ...amount, description: `${amount.description} US dollars.` },
  pricePeriod: choice(pricePeriods),
  date: { type: ['string', 'null'], description: '`YYYY-MM-DD`, at most 45 days ago.' },
}
for (const [name, note] of Object.entries(notes))
  shape[name as keyof typeof shape].register(z.globalRegistry, note)
