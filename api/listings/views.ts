import { categoryPath, isInCatalogue, readCity } from '#domain/listings/catalogue.ts'
import { suggestCategories } from '#domain/listings/suggest-categories.ts'
import type { ViewOf } from '#domain/pages/page-view.ts'
import { categorySource, type Cacheable } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import { isWithheld } from '../moderation/withheld-queries.ts'
import { readListingPage } from './paging.ts'
import {
  findListing,
  checkHasListings,
  listListings,
  type ListingCursor,
  type ListingFilter,
} from './queries.ts'

/** Number of other listings on a listing's page. */
const moreShown = 5

/** `filter` must not contain NUL. */
export async function viewCategory(
  sql: Database,
  filter: ListingFilter,
  before?: ListingCursor,
): Promise<Cacheable<ViewOf<'category'>>> {
  const { category, subcategory, city } = filter
  const path = categoryPath(category, subcategory)
  const { value: page, ...shown } = await readListingPage(sql, filter, { path, before })
  const isKnown = page.listings.length > 0 || isInCatalogue(category, subcategory)
  const elsewhere = isKnown ? {} : await checkHasListings(sql, { ...filter, city: undefined })
  if (!elsewhere) {
    return {
      value: { page: 'category', state: 'missing', near: suggestCategories(category, subcategory) },
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
): Promise<Cacheable<ViewOf<'listing'>>> {
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
