import {
  categoryPath,
  type HomeCity,
  isInCatalogue,
  readCity,
  toOneCity,
} from '#domain/listings/catalogue.ts'
import { suggestCategories } from '#domain/listings/suggest-categories.ts'
import type { ViewOf } from '#domain/pages/page-view.ts'
import { isUuid } from '#domain/uuid.ts'
import { type Cacheable, placeSources } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import { isWithheld } from '../moderation/state-queries.ts'
import { findManagedListing } from './require-owner.ts'
import { checkClaim, type OwnerClaim } from './owner-flash.ts'
import { readListingPage } from './paging.ts'
import { findListing, listListings, type ListingCursor, type ListingFilter } from './queries.ts'

/** Number of other listings on a listing's page. */
const moreShown = 5

/** The place must not contain NUL. */
export async function viewCategory(
  sql: Database,
  { city, ...place }: Omit<ListingFilter, 'city'> & { city: HomeCity | undefined },
  before?: ListingCursor,
): Promise<Cacheable<ViewOf<'category'>>> {
  const { category, subcategory } = place
  const filter = { ...place, city: toOneCity(city) }
  const path = categoryPath(category, subcategory)
  const { value: page, ...shown } = await readListingPage(sql, filter, { path, before })
  const isKnown = page.listings.length > 0 || isInCatalogue(category, subcategory)
  const everywhere = { ...filter, city: undefined }
  const elsewhere = isKnown ? undefined : await listListings(sql, everywhere, { limit: 1 })
  if (elsewhere?.listings.length === 0) {
    const near = suggestCategories(category, subcategory)
    return { value: { page: 'category', state: 'missing', near }, sources: [] }
  }
  const isOlder = before !== undefined
  const next = page.next && city === 'both' ? `${page.next}&city=both` : page.next
  return {
    value: { page: 'category', state: 'shown', category, subcategory, city, isOlder, ...page, next },
    ...shown,
    ...(elsewhere && { until: elsewhere.until }),
  }
}

/** `claim`: what its owner has just done. `hasContact`: show the contact to everybody. */
export async function viewListing(
  sql: Database,
  id: string,
  { claim, hasContact = true }: { claim?: OwnerClaim | undefined; hasContact?: boolean } = {},
): Promise<Cacheable<ViewOf<'listing'>>> {
  if (!isUuid(id)) return { value: { page: 'listing', state: 'missing' }, sources: [] }
  const sources = [`listing ${id.toLowerCase()}`] as const
  const flash = claim && (await checkClaim(sql, id, claim))
  const found = await findListing(sql, id)
  if (!found) {
    if (!(await isWithheld(sql, id))) return { value: { page: 'listing', state: 'missing' }, sources }
    const own = flash && { flash, listing: await findManagedListing(sql, id) }
    return { value: { page: 'listing', state: 'withheld', id, own }, sources }
  }
  const { expiredAt, expiresAt, until } = found
  const listing = hasContact || flash ? found.listing : { ...found.listing, contact: null }
  // Without the listing: its title and description may also contain the contact.
  if (expiredAt !== null) return { value: { page: 'listing', state: 'expired', id, expiredAt }, sources }
  const { category, subcategory } = listing
  const city = readCity(listing.location)
  const near = await listListings(sql, { category, subcategory, city }, { limit: moreShown + 1 })
  const more = near.listings.filter((each) => each.id !== id.toLowerCase()).slice(0, moreShown)
  return {
    value: { page: 'listing', state: 'shown', id, listing, expiresAt, more, flash },
    sources: [...sources, ...placeSources({ category, subcategory })],
    until: Math.min(until ?? Infinity, near.until ?? Infinity),
  }
}
