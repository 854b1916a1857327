import { categoryPath, isInCatalogue, readCity } from '#domain/listings/catalogue.ts'
import { findNearPlaces } from '#domain/listings/near-places.ts'
import type { ViewOf } from '#domain/pages/page-view.ts'
import { categorySource, type Shown } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import { isWithheld } from '../moderation/withheld-queries.ts'
import { readListingPage } from './paging.ts'
import { findListing, findShown, listListings, type ListingCursor, type Wanted } from './queries.ts'

/** Number of other listings on a listing's page. */
const moreShown = 5

/** `wanted` must not contain NUL. */
export async function viewCategory(
  sql: Database,
  wanted: Wanted,
  before?: ListingCursor,
): Promise<Shown<ViewOf<'category'>>> {
  const { category, subcategory, city } = wanted
  const path = categoryPath(category, subcategory)
  const { value: page, ...shown } = await readListingPage(sql, wanted, { path, before })
  const isKnown = page.listings.length > 0 || isInCatalogue(category, subcategory)
  const elsewhere = isKnown ? {} : await findShown(sql, { ...wanted, city: undefined })
  if (!elsewhere) {
    return {
      value: { page: 'category', state: 'missing', near: findNearPlaces(category, subcategory) },
      sources: [],
    }
  }
  const isOlder = before !== undefined
  return {
    value: { page: 'category', state: 'shown', category, subcategory, city, isOlder, ...page },
    ...shown,
    ...elsewhere,
  }
}

/** `id` must be a UUID. `isPosted`: say that it has just been posted. `hasContact`: show the contact. */
export async function viewListing(
  sql: Database,
  id: string,
  { isPosted = false, hasContact = true }: { isPosted?: boolean; hasContact?: boolean } = {},
): Promise<Shown<ViewOf<'listing'>>> {
  const sources = [`listing ${id.toLowerCase()}`] as const
  const found = await findListing(sql, id)
  if (!found) {
    const state = (await isWithheld(sql, id)) ? 'withheld' : 'missing'
    return {
      value: state === 'missing' ? { page: 'listing', state } : { page: 'listing', state, id, isPosted },
      sources,
    }
  }
  const { expiredAt, expiresAt, until } = found
  const listing = hasContact ? found.listing : { ...found.listing, contact: null }
  if (expiredAt !== null) return { value: { page: 'listing', state: 'expired', id, expiredAt }, sources }
  const { category, subcategory } = listing
  const city = readCity(listing.location)
  const near = await listListings(sql, { category, subcategory, city }, { limit: moreShown + 1 })
  const more = near.listings.filter((each) => each.id !== id.toLowerCase()).slice(0, moreShown)
  return {
    value: { page: 'listing', state: 'shown', id, listing, expiresAt, more, isPosted },
    sources: [...sources, categorySource(category)],
    until: Math.min(until ?? Infinity, near.until ?? Infinity),
  }
}
