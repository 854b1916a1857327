import type { ISql } from 'postgres'
import { type ListingLocation, locations } from '#domain/listings/catalogue.ts'
import type { NewestListing } from '#domain/pages/page-view.ts'
import { isoInstant, limitTo } from '../database/fragments.ts'
import { isShown } from './queries.ts'

/** Listings of one subcategory and city. `expiresIn`: milliseconds until the first of them expires, null for never. */
export type CategoryCount = {
  categorySlug: string
  subcategorySlug: string
  location: ListingLocation
  count: number
  expiresIn: number | null
}

/** Counts the shown listings. An index-only scan: 25 ms for 100,000 listings. */
export function countListings(sql: ISql): Promise<CategoryCount[]> {
  return sql<CategoryCount[]>`
    select
      category_slug,
      subcategory_slug,
      location,
      count(*)::int as count,
      (extract(epoch from min(expires_at) - now()) * 1000)::float8 as expires_in
    from listings
    where ${isShown(sql)}
    and location in ${sql(locations)}
    group by category_slug, subcategory_slug, location
  `
}

export function listNewest(sql: ISql, city: ListingLocation, most: number): Promise<NewestListing[]> {
  return sql<NewestListing[]>`
    select
      id,
      title,
      category,
      subcategory,
      location,
      ${isoInstant(sql, 'created_at')} as created_at
    from listings
    where title_form >= '' -- The condition of the partial index.
    and ${isShown(sql)}
    and location = ${city}
    -- Not the text of the same name in the result, which no index has.
    order by listings.created_at desc, id desc
    ${limitTo(sql, most)}
  `
}
