import * as z from 'zod/mini'
import { cleanText } from '#domain/clean-text.ts'
import { fill, messages } from '#domain/language.ts'
import { findCategory, findSubcategory, readCity } from '#domain/listings/catalogue.ts'
import { completeWrittenPay } from '#domain/listings/complete-pay.ts'
import { detailSchemas } from '#domain/listings/detail-schemas.ts'
import { type Details, completeDetails, pickDetails, dropUnusedDetails } from '#domain/listings/details.ts'
import type {
  listingSchema,
  listingSummarySchema,
  managedListingSchema,
  postedListingSchema,
  storedListingSchema,
} from '#domain/listings/listing-schemas.ts'
import { nameOf } from '#domain/listings/names.ts'
import { type FieldMessages, notText, plainTextSchema } from '#domain/plain-text.ts'

/** The required fields, each a column of the table. The optional ones share the column `details`. */
const requiredFields = ['category', 'subcategory', 'title', 'description', 'contact', 'location'] as const
type Field = (typeof requiredFields)[number]

/** The columns that hold what was posted. */
export const listingColumns = [...requiredFields, 'details'] as const

function fieldMessages(field: Field) {
  return (): FieldMessages => {
    const { names, [field]: missing, ...sentences } = messages().faults
    return { ...sentences, name: names[field], missing }
  }
}

function choiceSchema(field: 'category' | 'location', find: (value: string) => string | undefined) {
  const say = fieldMessages(field)
  return z.string({ error: notText(say) }).check(
    z.overwrite((value) => find(cleanText(value, 'one')) ?? ''),
    z.minLength(1, { error: () => say().missing }),
  )
}

function describeWrongObject(issue: { code: string; keys?: unknown }): string {
  const { notObject, unknown } = messages().faults
  if (issue.code !== 'unrecognized_keys') return notObject
  const names = (issue.keys as string[]).map((key) => JSON.stringify(key.slice(0, 40)))
  return fill(unknown, { names: names.slice(0, 5).join(', ') })
}

/** Finds the category and subcategory that an object names, by name or slug. */
export function findCategoryPair(value: unknown) {
  const { category, subcategory } = Object(value) as Record<string, unknown>
  const within = typeof category === 'string' ? findCategory(cleanText(category, 'one')) : undefined
  const found =
    within && typeof subcategory === 'string' && findSubcategory(within, cleanText(subcategory, 'one'))
  return { within, found: found || undefined }
}

/** In code points, after cleaning. */
export const maxLengths = { title: 140, description: 10_000, contact: 200 } as const

function textSchema(field: keyof typeof maxLengths, lines: 'one' | 'many' = 'one') {
  return plainTextSchema({ messagesOf: fieldMessages(field), maximum: maxLengths[field], lines })
}

export const listingFieldsSchema = z
  .strictObject(
    {
      category: choiceSchema('category', (value) => findCategory(value)?.name),
      subcategory: z.string({ error: notText(fieldMessages('subcategory')) }),
      title: textSchema('title'),
      description: textSchema('description', 'many'),
      contact: textSchema('contact'),
      location: choiceSchema('location', readCity),
      ...detailSchemas,
    },
    { error: describeWrongObject },
  )
  .check(
    z.refine((value) => findCategoryPair(value).found !== undefined, {
      path: ['subcategory'],
      error: (issue) => {
        const { within } = findCategoryPair(issue.input)
        if (!within) return messages().faults.subcategory
        return fill(messages().faults.subcategoryOf, { category: nameOf(within.name) })
      },
      // Also when another field is wrong, so that one answer names all faults.
      when: ({ value }) => typeof (Object(value) as Record<string, unknown>)['subcategory'] === 'string',
    }),
    z.refine(({ payFrom, payTo }) => payFrom === undefined || payTo === undefined || payFrom <= payTo, {
      path: ['payTo'],
      error: () => messages().faults.payOrder,
    }),
  )

const fieldsSchema = z.pipe(
  listingFieldsSchema,
  z.transform((given): ListingInput => {
    const subcategory = findCategoryPair(given).found?.name ?? ''
    return { ...pickRequired({ ...given, subcategory }), ...completeDetails(given) }
  }),
)

/**
 * The input of the post form and its route (spec, section 5). Category and subcategory may be names or slugs; the
 * output has names. An optional field that its category does not offer is dropped: the form without scripts sends all.
 */
export const listingInputSchema = z.pipe(
  z.transform((value) => {
    const { within, found } = findCategoryPair(value)
    const place = { category: within?.name ?? '', subcategory: found?.name ?? '' }
    return completeWrittenPay(dropUnusedDetails(value, place))
  }),
  fieldsSchema,
)

export type ListingInput = Details & Record<Field, string>

export type ListingField = keyof ListingInput

/** A listing as a table row: `details` is null if there are no optional fields. */
export type ListingRow<Row> = Omit<Row, keyof Details> & { details: Details | null }

export function fromRow<Row>({ details, ...listing }: ListingRow<Row>): Row {
  return Object.assign(listing, details) as Row
}

/** The `listingColumns`, in their order. */
export function toRow(listing: ListingInput): Record<Field, string> & { details: Details | null } {
  const details = pickDetails(listing)
  return { ...pickRequired(listing), details: Object.keys(details).length === 0 ? null : details }
}

function pickRequired(listing: Record<Field, string>): Record<Field, string> {
  return Object.fromEntries(requiredFields.map((field) => [field, listing[field]])) as Record<Field, string>
}

/** `createdAt` is ISO 8601 in UTC. */
export type StoredListing = z.infer<typeof storedListingSchema>

/** A listing for its owner. `expiresAt` is ISO 8601 in UTC, null if the listing never expires. */
export type ManagedListing = z.infer<typeof managedListingSchema>

/** The answer to a post: the only one that contains the token. */
export type PostedListing = z.infer<typeof postedListingSchema>

/** A listing in a list (spec, section 7). */
export type ListingSummary = z.infer<typeof listingSummarySchema>

/** A listing on its own page (spec, section 7). */
export type Listing = z.infer<typeof listingSchema>

/** The first fault of each field. Faults without a field are under `form`. */
export function faultsByField(error: z.core.$ZodError): Partial<Record<ListingField | 'form', string>> {
  const faults: Record<string, string> = {}
  for (const { path, message } of error.issues) faults[String(path[0] ?? 'form')] ??= message
  return faults
}

export function checkListing(values: Record<string, unknown>) {
  const checked = listingInputSchema.safeParse(values)
  return checked.success ? { input: checked.data } : { faults: faultsByField(checked.error) }
}

export function describeFaults(error: z.core.$ZodError): string {
  return Object.values(faultsByField(error)).join('; ')
}
