import { categoryPath, isInCatalogue } from '#domain/listings/catalogue.ts'
import type { ViewOf } from '#domain/pages/page-view.ts'
import type { Shown } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import { readListingPage } from './paging.ts'
import { findListing, findShown, type ListingCursor, type Wanted } from './queries.ts'

/** Undefined for a name that neither the catalogue nor a listing has. `wanted` must not contain NUL. */
export async function viewCategory(
  sql: Database,
  wanted: Wanted,
  before?: ListingCursor,
): Promise<Shown<ViewOf<'category'>> | undefined> {
  const { category, subcategory, city } = wanted
  const path = categoryPath(category, subcategory)
  const { value: page, ...shown } = await readListingPage(sql, wanted, { path, before })
  const isKnown = page.listings.length > 0 || isInCatalogue(category, subcategory)
  const elsewhere = isKnown ? {} : await findShown(sql, { ...wanted, city: undefined })
  if (!elsewhere) return undefined
  const isOlder = before !== undefined
  return {
    value: { page: 'category', state: 'shown', category, subcategory, city, isOlder, ...page },
    ...shown,
    ...elsewhere,
  }
}

/** `id` must be a UUID. `isPosted`: show that it has just been posted. */
export async function viewListing(
  sql: Database,
  id: string,
  { isPosted = false }: { isPosted?: boolean } = {},
): Promise<Shown<ViewOf<'listing'>>> {
  const sources = [`listing ${id.toLowerCase()}`] as const
  const found = await findListing(sql, id)
  if (!found) return { value: { page: 'listing', state: 'missing' }, sources }
  const { listing, expiredAt, until } = found
  if (expiredAt !== null) return { value: { page: 'listing', state: 'expired', id, expiredAt }, sources }
  return { value: { page: 'listing', state: 'shown', id, listing, isPosted }, sources, until }
}
