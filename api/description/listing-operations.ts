import * as z from 'zod/mini'
import { locations } from '#domain/listings/catalogue.ts'
import { maxCompany } from '#domain/listings/detail-schemas.ts'
import { currencies, payPeriods, pricePeriods } from '#domain/listings/details.ts'
import {
  listingSchema,
  listingSummarySchema,
  managedListingSchema,
  postedListingSchema,
} from '#domain/listings/listing-schemas.ts'
import { listingFieldsSchema, maxLengths } from '#domain/listings/listing.ts'
import { disputeSchema, reportSchema } from '#domain/moderation/desk.ts'
import { errors, type Operation, type Operations } from './operation.ts'

const tag = 'Listings'
const { shape } = listingFieldsSchema
/** Of a form without scripts, which sends every field as text. */
const texts = (names: readonly string[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.optional(z.string())])))

/** The spam trap (#domain/moderation/spam-trap.ts). */
const trap = { leaveEmpty: z.optional(z.string()), seconds: z.optional(z.union([z.string(), z.number()])) }
const cityNote = { pattern: '^([Ss][Ff]|[Nn][Yy][Cc])$', examples: [...locations] }
export const citySchema = z.string().check(z.meta(cityNote))
const language = z.optional(z.string().check(z.describe('Of the answer: `en`, `es` or `fr`.')))
const listingForm = z.extend(texts(Object.keys(shape)), { ...trap, language })
const ownerForm = z.object({ token: z.string(), language })

export const newListingSchema = z.strictObject(shape)
export const listingChangesSchema = z.partial(newListingSchema)
export const newReportSchema = z.extend(reportSchema, trap)

const shown = { 303: { description: 'A form: shows the listing.', headers: { Location: 'The page.' } } }
const managed = { 200: { description: 'The listing.', schema: managedListingSchema } }
const list: Operation = {
  tag,
  summary: 'The newest 50 listings of a category',
  description:
    'Names or slugs of the catalogue; an unknown category gives an empty list. `Link: <…>; rel="next"` leads to older ones.',
  path: z.object({
    category: z.string().check(z.meta({ examples: ['jobs', 'housing'] })),
    subcategory: z.string().check(z.meta({ examples: ['engineering', 'rooms-shared'] })),
  }),
  query: z.object({
    city: z.optional(citySchema),
    before: z.optional(
      z
        .string()
        .check(z.regex(/^\d{1,16}_[\da-f-]{36}$/))
        .check(z.describe('From the link to the next page.')),
    ),
  }),
  answers: { 200: { description: 'Newest first.', schema: z.array(listingSummarySchema) } },
  errors: { 400: 'Another city, a cursor of another form, or a NUL character.' },
}

export const reportOperation: Operation = {
  tag: 'Reports',
  summary: 'Report something to the team',
  description: 'A repeated report changes nothing. Several reports of different networks hide a listing.',
  json: newReportSchema,
  form: z.extend(texts(['reason', 'text', 'leaveEmpty', 'seconds']), { language }),
  answers: {
    202: { description: 'Taken.' },
    303: { description: 'A form: shows the page again.', headers: { Location: 'The page.' } },
  },
  errors: {
    ...errors.form,
    404: 'It is not shown.',
    422: 'The spam trap was filled in.',
    429: 'More than 20 reports of the network within an hour.',
  },
}

export const listingOperations: Operations = {
  'GET /api/listings/category/{category}': list,
  'GET /api/listings/category/{category}/{subcategory}': {
    ...list,
    summary: 'The newest 50 listings of a subcategory',
  },
  'POST /api/listings': {
    tag,
    summary: 'Post a listing',
    description:
      'With `Idempotency-Key`, a repeated post of the same text gives the same listing and token. The key is as secret as the token. Optional fields that the category does not offer are dropped. What the spam filter doubts is held: then the answer has `withheld`.',
    headers: z.object({
      'Idempotency-Key': z.optional(
        z.string().check(z.regex(/^[!-~]{16,200}$/), z.describe('128 random bits, new for each listing.')),
      ),
      'form-trap': z.optional(z.string().check(z.describe('The spam trap of scripts: empty.'))),
      'form-seconds': z.optional(z.string().check(z.describe('Since the form was opened.'))),
    }),
    json: newListingSchema,
    form: listingForm,
    answers: {
      201: {
        description: 'The listing with its token.',
        schema: postedListingSchema,
        headers: { Location: 'Its address in this API.' },
      },
      ...shown,
    },
    errors: {
      ...errors.form,
      400: 'What is wrong, separated by `;`.',
      422: 'Refused as spam, or the `Idempotency-Key` was used with another text.',
      429: 'More than `POSTS_PER_HOUR` of the network, or more than twice `TOTAL_POSTS_PER_HOUR`.',
    },
  },
  'GET /api/listings/{id}': {
    tag,
    summary: 'One listing',
    description:
      'With the manage token, the listing for its owner, in any state. A malformed token is ignored. A listing is shown for 45 days, in jobs and housing for 30.',
    token: 'manageToken',
    isTokenOptional: true,
    answers: {
      200: { description: 'The listing.', schema: z.union([managedListingSchema, listingSchema]) },
    },
    errors: {
      ...errors.token,
      404: 'Unknown or withheld.',
      410: 'Expired: the day is in `Expired-On`.',
    },
  },
  'PATCH /api/listings/{id}': {
    tag,
    summary: 'Change a listing',
    description: 'Keeps the fields that are not given; null clears an optional one.',
    token: 'manageToken',
    json: listingChangesSchema,
    answers: managed,
    errors: {
      ...errors.body,
      ...errors.owner,
      409: 'The listing is removed.',
      422: 'Refused as spam.',
      429: 'More than `EDITS_PER_HOUR` of the network, or 20 wrong tokens.',
    },
  },
  'DELETE /api/listings/{id}': {
    tag,
    summary: 'Delete a listing',
    token: 'manageToken',
    answers: { 204: { description: 'Deleted.' } },
    errors: { ...errors.received, ...errors.owner },
  },
  'POST /api/listings/{id}/renew': {
    tag,
    summary: 'Show a listing for longer',
    description: 'It expires after the days of its category from now, or at its old expiry if that is later.',
    token: 'manageToken',
    isTokenOptional: true,
    form: ownerForm,
    answers: { ...managed, ...shown },
    errors: { ...errors.body, ...errors.owner, 409: 'The listing is withheld.' },
  },
  'POST /api/listings/{id}/dispute': {
    tag,
    summary: 'Object to a decision of the team',
    token: 'manageToken',
    isTokenOptional: true,
    json: z.object({ dispute: disputeSchema }),
    form: z.extend(ownerForm, { dispute: z.string() }),
    answers: { ...managed, ...shown },
    errors: { ...errors.body, ...errors.owner, 409: 'The listing is shown.' },
  },
  'POST /api/listings/{id}/edit': {
    tag: 'Forms',
    summary: 'Change a listing by a form without scripts',
    form: z.extend(ownerForm, listingForm.shape),
    answers: shown,
    errors: { ...errors.body, ...errors.owner, 409: 'The listing is removed.', 422: 'Refused as spam.' },
  },
  'POST /api/listings/{id}/delete': {
    tag: 'Forms',
    summary: 'Delete a listing by a form without scripts',
    form: z.extend(ownerForm, { confirm: z.literal('on') }),
    answers: { 303: { description: 'Shows the home page.', headers: { Location: 'The page.' } } },
    errors: { ...errors.body, ...errors.owner },
  },
  'POST /api/listings/{id}/contact': {
    tag,
    summary: 'The contact of a listing',
    description: 'For sites with `CONTACTS=reveal`, which do not show it.',
    answers: { 200: { description: 'The contact.', schema: z.object({ contact: z.string() }) } },
    errors: {
      ...errors.received,
      404: 'Unknown or withheld.',
      410: 'Expired: the day is in `Expired-On`.',
      429: 'More than `CONTACTS_PER_HOUR` of the network.',
    },
  },
  'POST /api/listings/{id}/reports': reportOperation,
}

/** What zod cannot write as JSON Schema. A text may be longer before spaces around it are removed. */
const amount = {
  type: ['number', 'string', 'null'],
  description: 'Above 0, at most 1,000,000,000, in whole cents. A text like `$85,000` is read.',
  examples: [42.5, 85_000],
}
const oneLine = '^[^\\n]*\\S[^\\n]*$'
const choice = (choices: readonly string[]) => ({ enum: [...choices, '', null] })
const notes: Record<keyof typeof shape, object> = {
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
