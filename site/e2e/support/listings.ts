import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import { categoryPath } from '#domain/listings/catalogue.ts'
import type { ListingInput, ListingSummary, StoredListing } from '#domain/listings/listing.ts'

/** A listing with a unique title. */
export function makeListing(parts: Partial<ListingInput> = {}): ListingInput {
  return {
    category: 'jobs',
    subcategory: 'engineering',
    title: `founding engineer ${randomUUID().slice(0, 8)}`,
    description: 'We build in public.\nA demo every Friday.',
    contact: 'ada@example.org',
    location: 'SF',
    ...parts,
  }
}

/** Posts a listing to the HTTP API. */
export async function postListing(
  request: APIRequestContext,
  parts: Partial<ListingInput> = {},
): Promise<StoredListing> {
  const response = await request.post('/api/listings', { data: makeListing(parts) })
  expect(response.status(), await response.text()).toBe(201)
  return (await response.json()) as StoredListing
}

/** The newest listings of a subcategory that have this title. */
export async function findByTitle(
  request: APIRequestContext,
  { category, subcategory, title }: Pick<ListingInput, 'category' | 'subcategory' | 'title'>,
): Promise<ListingSummary[]> {
  const path = categoryPath(category, subcategory).replace('/category', '/api/listings/category')
  const listings = (await (await request.get(path)).json()) as ListingSummary[]
  return listings.filter((listing) => listing.title === title)
}
