import type { ISql } from 'postgres'
import type { ListingLocation } from '#domain/listings/catalogue.ts'
import {
  fromRow,
  type Listing,
  listingColumns,
  type ListingRow,
  type ListingSummary,
} from '#domain/listings/listing.ts'
import { isoInstant, limitTo } from '../database/fragments.ts'

const pageSize = 50

/** A position in a newest-first order. `micros`: microseconds since 1970, the precision of Postgres. */
export type ListingCursor = { micros: string; id: string }

/** Category and subcategory by name or slug. Without `city`, both cities. */
export type ListingFilter = {
  category: string
  subcategory?: string | undefined
  city?: ListingLocation | undefined
}

/** Its columns of the table, but `created_at`. */
const summaryColumns = ['id', 'subcategory', 'title', 'location', 'description', 'details'] as const

/** Slugs or names in any case, without NUL. Reads one row more than the page, to know whether there is a next page. */
export async function listListings(
  sql: ISql,
  filter: ListingFilter,
  { before, limit = pageSize }: { before?: ListingCursor | undefined; limit?: number } = {},
) {
  const askedAt = Date.now()
  type Listed = ListingSummary & { micros: string; expiresIn: number | null }
  const rows = await sql<Array<ListingRow<Listed>>>`
    select
      ${sql(summaryColumns)},
      ${isoInstant(sql, 'created_at')} as created_at,
      ${micros(sql, 'created_at')} as micros,
      ${millisecondsLeft(sql)} as expires_in
    from listings
    where ${isIn(sql, filter)}
    and ${isShown(sql)}
    ${before === undefined ? sql`` : sql`and (listings.created_at, id) < (${instant(sql, before.micros)}, ${before.id}::uuid)`}
    order by listings.created_at desc, id desc
    ${limitTo(sql, limit + 1)}
  `
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    listings: shown.map(({ micros: _, expiresIn: __, ...listing }) => fromRow<ListingSummary>(listing)),
    next: rows.length > limit && last ? { micros: last.micros, id: last.id } : undefined,
    /** First expiry among this page's listings and the next page's first one, in milliseconds since 1970. */
    until: firstExpiry(askedAt, rows),
  }
}

/** Without expired listings, newest first. */
export async function listByIds(sql: ISql, ids: readonly string[]): Promise<ListingSummary[]> {
  const rows = await sql<Array<ListingRow<ListingSummary>>>`
    select ${sql(summaryColumns)}, ${isoInstant(sql, 'created_at')} as created_at
    from listings
    where id = any(${ids as string[]}) and ${isShown(sql)}
    order by listings.created_at desc, id desc
  `
  return rows.map((row) => fromRow<ListingSummary>(row))
}

/** First expiry by our clock. `askedAt` was before the query, so it is never too late even if the clocks differ. */
export function firstExpiry(askedAt: number, rows: ReadonlyArray<{ expiresIn: number | null }>) {
  const left = rows.map(({ expiresIn }) => expiresIn).filter((milliseconds) => milliseconds !== null)
  return left.length > 0 ? askedAt + Math.min(...left) : undefined
}

function isIn(sql: ISql, { category, subcategory, city }: ListingFilter) {
  const inSubcategory = subcategory === undefined ? sql`` : sql`and subcategory_slug = slug(${subcategory})`
  const inCity = city === undefined ? sql`` : sql`and location = ${city}`
  return sql`category_slug = slug(${category}) ${inSubcategory} ${inCity}`
}

/** The same expression as in the lists' indexes. */
export function isShown(sql: ISql) {
  return sql`coalesce(expires_at, 'infinity') > now()`
}

/** `expiredAt`: null while shown. `expiresAt`: null if it never expires. Both are ISO 8601 in UTC. */
type Found = Listing & { contact: string; expiredAt: string | null; expiresAt: string | null }

/** Finds expired listings, too. `id` must be a UUID. `until`: the coming expiry in milliseconds since 1970. */
export async function findListing(sql: ISql, id: string) {
  const askedAt = Date.now()
  const [found] = await sql<Array<ListingRow<Found & { expiresIn: number | null }>>>`
    select
      ${sql(listingColumns)},
      ${isoInstant(sql, 'created_at')} as created_at,
      ${isoInstant(sql, 'expires_at')} as expires_at,
      case when expires_at <= now() then ${isoInstant(sql, 'expires_at')} end as expired_at,
      ${millisecondsLeft(sql)} as expires_in
    from listings
    where id = ${id}
  `
  if (!found) return undefined
  const { expiresIn, ...row } = found
  const { expiredAt, expiresAt, ...listing } = fromRow<Found>(row)
  const until = expiredAt === null ? firstExpiry(askedAt, [{ expiresIn }]) : undefined
  return { listing, expiredAt, expiresAt, until }
}

/** Null for a listing that never expires. */
export function millisecondsLeft(sql: ISql) {
  return sql`(extract(epoch from expires_at - now()) * 1000)::float8`
}

/** The `micros` of a cursor. */
export function micros(sql: ISql, column: string) {
  return sql`(extract(epoch from ${sql(column)}) * 1000000)::bigint`
}

/** `since1970`: microseconds, as in a cursor. */
export function instant(sql: ISql, since1970: string) {
  return sql`timestamptz 'epoch' + ${since1970}::bigint * interval '1 microsecond'`
}
