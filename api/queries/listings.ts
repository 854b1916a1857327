import type { ISql } from 'postgres'
import type { ListingLocation } from '#domain/catalogue.ts'
import type { Listing, ListingSummary } from '#domain/listing.ts'

/** The most listings on a page. */
export const pageSize = 50

/** A place in the newest-first order: `createdAtMicros` is microseconds since 1970, as Postgres keeps them. */
export type ListingCursor = { createdAtMicros: string; id: string }

/** A category or one of its subcategories, by name or slug; of one city or of both. */
export type Wanted = {
  category: string
  subcategory?: string | undefined
  city?: ListingLocation | undefined
}

/** A page of listings, newest first. */
export type ListingPage = {
  listings: ListingSummary[]
  /** Where the next page begins; undefined where there is none. */
  next: ListingCursor | undefined
  /** When the first listing of the page expires, or the first of the next page: in milliseconds since 1970. */
  until: number | undefined
}

type ListedRow = ListingSummary & { createdAtMicros: string; expiresIn: number | null }

/**
 * Lists a category's listings. Category and subcategory are slugs or names, case aside; neither may have a NUL in it.
 * One row more than the page shows tells whether there is a next page.
 */
export async function listListings(
  sql: ISql,
  wanted: Wanted,
  { before, limit = pageSize }: { before?: ListingCursor | undefined; limit?: number } = {},
): Promise<ListingPage> {
  const askedAt = Date.now()
  const rows = await sql<ListedRow[]>`
    select
      id,
      title,
      location,
      description,
      ${isoInstant(sql, 'created_at')} as created_at,
      (extract(epoch from created_at) * 1000000)::bigint as created_at_micros,
      ${millisecondsLeft(sql)} as expires_in
    from listings
    where ${isIn(sql, wanted)}
    and ${isShown(sql)}
    ${before === undefined ? sql`` : sql`and (listings.created_at, id) < (${instant(sql, before)}, ${before.id}::uuid)`}
    order by listings.created_at desc, id desc
    limit ${limit + 1}
  `
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    listings: shown.map(({ createdAtMicros: _, expiresIn: __, ...listing }) => listing),
    next: rows.length > limit && last ? { createdAtMicros: last.createdAtMicros, id: last.id } : undefined,
    until: earliest(
      askedAt,
      rows.map(({ expiresIn }) => expiresIn),
    ),
  }
}

/** Counted from before the question, so that an answer is never shown longer by a clock that differs from the database's. */
export function earliest(askedAt: number, expiresIn: Array<number | null>): number | undefined {
  const left = expiresIn.filter((milliseconds) => milliseconds !== null)
  return left.length > 0 ? askedAt + Math.min(...left) : undefined
}

/** Finds out whether a category or subcategory, of any name, has a listing that is shown, and until when one is. */
export async function findShown(sql: ISql, wanted: Wanted): Promise<Pick<ListingPage, 'until'> | undefined> {
  const { listings, until } = await listListings(sql, wanted, { limit: 1 })
  return listings.length > 0 ? { until } : undefined
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

/**
 * A listing as its page shows it. `expiredAt` is when it expired, ISO 8601 in UTC, null where it is shown; `until` when it
 * will, in milliseconds since 1970.
 */
export type FoundListing = { listing: Listing; expiredAt: string | null; until: number | undefined }

/** Finds one listing, expired or not. `id` must have the form of a UUID. */
export async function findListing(sql: ISql, id: string): Promise<FoundListing | undefined> {
  const askedAt = Date.now()
  const [found] = await sql<Array<Listing & { expiredAt: string | null; expiresIn: number | null }>>`
    select
      title,
      category,
      subcategory,
      location,
      ${isoInstant(sql, 'created_at')} as created_at,
      description,
      contact,
      case when expires_at <= now() then ${isoInstant(sql, 'expires_at')} end as expired_at,
      ${millisecondsLeft(sql)} as expires_in
    from listings
    where id = ${id}
  `
  if (!found) return undefined
  const { expiredAt, expiresIn, ...listing } = found
  return { listing, expiredAt, until: expiredAt === null ? earliest(askedAt, [expiresIn]) : undefined }
}

/** Until a listing expires; null where it never does. */
export function millisecondsLeft(sql: ISql) {
  return sql`(extract(epoch from expires_at - now()) * 1000)::float8`
}

/** ISO 8601 in UTC. */
export function isoInstant(sql: ISql, column: 'created_at' | 'expires_at') {
  return sql`to_char(${sql(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

function instant(sql: ISql, { createdAtMicros }: ListingCursor) {
  return sql`timestamptz 'epoch' + ${createdAtMicros}::bigint * interval '1 microsecond'`
}
