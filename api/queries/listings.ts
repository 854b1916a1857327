import type { ISql } from 'postgres'
import type { ListingLocation } from '#domain/catalogue.ts'
import type { Listing } from '#domain/listing.ts'

/** A place in the newest-first order: `createdAtMicros` is microseconds since 1970, as Postgres keeps them. */
export type ListingCursor = { createdAtMicros: string; id: string }

/** A category or one of its subcategories, by name or slug; of one city or of both. */
export type Wanted = {
  category: string
  subcategory?: string | undefined
  city?: ListingLocation | undefined
}

/** A page of listings: a JSON array of ListingSummary as it goes out, and the last one's id where the page is full. */
export type ListingPage = { json: string; lastId: string | null }

/**
 * Lists a category's listings, newest first. Category and subcategory are slugs or names, case aside. Postgres makes
 * the JSON: to read 50 rows into objects and write them out again costs this process twice as much.
 */
export async function listListings(
  sql: ISql,
  wanted: Wanted,
  { before, limit }: { before?: ListingCursor | undefined; limit: number },
): Promise<ListingPage> {
  const [page] = await sql<[ListingPage]>`
    select
      coalesce(json_agg(found), '[]')::text as json,
      (array_agg(found.id))[${limit}] as last_id
    from (
      select id, title, location, description, ${isoInstant(sql, 'created_at')} as "createdAt"
      from listings
      where ${isIn(sql, wanted)}
      and ${isShown(sql)}
      ${before === undefined ? sql`` : sql`and (created_at, id) < (${instant(sql, before)}, ${before.id}::uuid)`}
      order by created_at desc, id desc
      limit ${limit}
    ) as found
  `
  return page
}

/** Finds where the page after this listing begins; undefined where it is the last of its list. */
export async function findCursorAfter(
  sql: ISql,
  wanted: Wanted,
  lastId: string,
): Promise<ListingCursor | undefined> {
  const [cursor] = await sql<ListingCursor[]>`
    select (extract(epoch from last.created_at) * 1000000)::bigint as created_at_micros, last.id
    from listings as last
    where last.id = ${lastId}
      and exists (
        select from listings
        where ${isIn(sql, wanted)}
          and ${isShown(sql)}
          and (created_at, id) < (last.created_at, last.id)
      )
  `
  return cursor
}

/** Whether a category or subcategory, of any name, has a listing that is shown. */
export async function hasListings(sql: ISql, wanted: Wanted): Promise<boolean> {
  const [answer] = await sql<[{ isThere: boolean }]>`
    select exists (select from listings where ${isIn(sql, wanted)} and ${isShown(sql)}) as is_there
  `
  return answer.isThere
}

function isIn(sql: ISql, { category, subcategory, city }: Wanted) {
  const inSubcategory = subcategory === undefined ? sql`` : sql`and subcategory_slug = slug(${subcategory})`
  const inCity = city === undefined ? sql`` : sql`and location = ${city}`
  return sql`category_slug = slug(${category}) ${inSubcategory} ${inCity}`
}

/** Has not expired; in the words of the lists' indexes. */
function isShown(sql: ISql) {
  return sql`coalesce(expires_at, 'infinity') > now()`
}

/** A listing as its page shows it, and when it expired, ISO 8601 in UTC, where it has. */
export type FoundListing = Listing & { expiredAt: string | null }

/** Finds one listing, expired or not. `id` must have the form of a UUID. */
export async function findListing(sql: ISql, id: string): Promise<FoundListing | undefined> {
  const [listing] = await sql<FoundListing[]>`
    select
      title,
      category,
      subcategory,
      location,
      ${isoInstant(sql, 'created_at')} as created_at,
      description,
      contact,
      case when expires_at <= now() then ${isoInstant(sql, 'expires_at')} end as expired_at
    from listings
    where id = ${id}
  `
  return listing
}

/** ISO 8601 in UTC. */
export function isoInstant(sql: ISql, column: 'created_at' | 'expires_at') {
  return sql`to_char(${sql(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

function instant(sql: ISql, { createdAtMicros }: ListingCursor) {
  return sql`timestamptz 'epoch' + ${createdAtMicros}::bigint * interval '1 microsecond'`
}
