import * as z from 'zod/mini'
import { findCategory, findSubcategory, locations } from '#domain/catalogue.ts'
import { fill, words } from '#domain/language.ts'
import { nameOf } from '#domain/names.ts'
import { type FieldWords, notText, plainTextSchema } from '#domain/plain-text.ts'

type Field = 'category' | 'subcategory' | 'location' | 'title' | 'description' | 'contact'

/** What is said of a field, in the language of whoever is told. */
function speakOf(field: Field) {
  return (): FieldWords => {
    const { names, [field]: missing, ...sentences } = words().faults
    return { ...sentences, name: names[field], missing }
  }
}

function choiceSchema(field: 'category' | 'location', find: (value: string) => string | undefined) {
  const say = speakOf(field)
  return z.string({ error: notText(say) }).check(
    z.overwrite((value) => find(value.trim()) ?? ''),
    z.minLength(1, { error: () => say().missing }),
  )
}

function describeWrongObject(issue: { code: string; keys?: unknown }): string {
  const { notObject, unknown } = words().faults
  if (issue.code !== 'unrecognized_keys') return notObject
  const names = (issue.keys as string[]).map((key) => JSON.stringify(key.slice(0, 40)))
  return fill(unknown, { names: names.slice(0, 5).join(', ') })
}

/** A subcategory belongs to a category; without one there is nothing that it could be checked against. */
function findPair(value: unknown) {
  const { category, subcategory } = Object(value) as Record<string, unknown>
  const within = typeof category === 'string' ? findCategory(category) : undefined
  const found = within && typeof subcategory === 'string' && findSubcategory(within, subcategory.trim())
  return { within, found: found || undefined }
}

/**
 * What a visitor sends to post a listing (spec, section 5): the one schema of the form and of the route.
 * Category, subcategory and location are taken as a name or a slug and come out as the name.
 */
export const listingInputSchema = z.pipe(
  z
    .strictObject(
      {
        category: choiceSchema('category', (value) => findCategory(value)?.name),
        subcategory: z.string({ error: notText(speakOf('subcategory')) }),
        title: plainTextSchema({ say: speakOf('title'), maximum: 140, lines: 'one' }),
        description: plainTextSchema({ say: speakOf('description'), maximum: 10_000, lines: 'many' }),
        contact: plainTextSchema({ say: speakOf('contact'), maximum: 200, lines: 'one' }),
        location: choiceSchema('location', (value) =>
          locations.find((location) => location === value.toUpperCase()),
        ),
      },
      { error: describeWrongObject },
    )
    .check(
      z.refine((value) => findPair(value).found !== undefined, {
        path: ['subcategory'],
        error: (issue) => {
          const { within } = findPair(issue.input)
          if (!within) return words().faults.subcategory
          return fill(words().faults.subcategoryOf, { category: nameOf(within.name) })
        },
        // Also when another field is at fault, so that one answer names everything there is to mend.
        when: ({ value }) => typeof (Object(value) as Record<string, unknown>)['subcategory'] === 'string',
      }),
    ),
  z.transform((listing) => ({ ...listing, subcategory: findPair(listing).found?.name ?? '' })),
)

export type ListingInput = z.output<typeof listingInputSchema>

export type ListingField = keyof ListingInput

/** A listing as it is stored. `createdAt` is ISO 8601 in UTC. */
export type StoredListing = ListingInput & { id: string; createdAt: string }

/** A listing as whoever may change it sees it: `expiresAt`, ISO 8601 in UTC, is null where it never expires. */
export type OwnListing = StoredListing & { expiresAt: string | null }

/** The answer to a post. Nobody is told the token again. */
export type PostedListing = OwnListing & { manageToken: string }

/** A listing in a list (spec, section 7). */
export type ListingSummary = Pick<StoredListing, 'id' | 'title' | 'location' | 'description' | 'createdAt'>

/** A listing on its own page (spec, section 7). */
export type Listing = Omit<StoredListing, 'id'>

/** The first fault of each field, by field; faults of no field stand under `form`. */
export function faultsByField(error: z.core.$ZodError): Partial<Record<ListingField | 'form', string>> {
  const faults: Record<string, string> = {}
  for (const { path, message } of error.issues) faults[String(path[0] ?? 'form')] ??= message
  return faults
}

/** Every fault in one line that a person can read. */
export function describeFaults(error: z.core.$ZodError): string {
  return Object.values(faultsByField(error)).join('; ')
}
