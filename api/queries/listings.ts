import type { ISql } from 'postgres'
import type { Listing, ListingInput, ListingSummary, StoredListing } from '#domain/listing.ts'

/** A place in the newest-first order: `createdAtMicros` is microseconds since 1970, as Postgres keeps them. */
export type ListingCursor = { createdAtMicros: string; id: string }

export type ListingPage = {
  listings: ListingSummary[]
  /** Where the next page begins, if there is one. */
  next?: ListingCursor
}

type Wanted = { category: string; subcategory?: string; before?: ListingCursor; limit: number }

/** Lists a category's listings, newest first. Category and subcategory are slugs or names, case aside. */
export async function listListings(
  sql: ISql,
  { category, subcategory, before, limit }: Wanted,
): Promise<ListingPage> {
  const rows = await sql<Array<ListingSummary & { createdAtMicros: string }>>`
    select
      id,
      title,
      location,
      description,
      ${isoInstant(sql)} as created_at,
      (extract(epoch from created_at) * 1000000)::bigint as created_at_micros
    from listings
    where category_slug = slug(${category})
    ${subcategory === undefined ? sql`` : sql`and subcategory_slug = slug(${subcategory})`}
    ${before === undefined ? sql`` : sql`and (created_at, id) < (${instant(sql, before)}, ${before.id}::uuid)`}
    -- With the table's name: the bare one would be the text above, in milliseconds and without an index.
    order by listings.created_at desc, listings.id desc
    limit ${limit + 1}
  `
  const listings = rows.slice(0, limit).map(({ createdAtMicros: _createdAtMicros, ...listing }) => listing)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return last ? { listings, next: { createdAtMicros: last.createdAtMicros, id: last.id } } : { listings }
}

/** Finds one listing as its page shows it. `id` must have the form of a UUID. */
export async function findListing(sql: ISql, id: string): Promise<Listing | undefined> {
  const [listing] = await sql<Listing[]>`
    select title, category, subcategory, location, ${isoInstant(sql)} as created_at, description, contact
    from listings
    where id = ${id}
  `
  return listing
}

/** Whether there is such a listing. `id` must have the form of a UUID. */
export async function hasListing(sql: ISql, id: string): Promise<boolean> {
  const rows = await sql`select from listings where id = ${id}`
  return rows.length > 0
}

/** Stores a listing; the database gives it its id and its instant. */
export async function insertListing(sql: ISql, input: ListingInput): Promise<StoredListing> {
  const [listing] = await sql<[StoredListing]>`
    insert into listings (category, subcategory, title, description, contact, location)
    values (
      ${input.category},
      ${input.subcategory},
      ${input.title},
      ${input.description},
      ${input.contact},
      ${input.location}
    )
    returning
      id,
      category,
      subcategory,
      title,
      description,
      contact,
      location,
      ${isoInstant(sql)} as created_at
  `
  return listing
}

/** ISO 8601 in UTC, made by the database: a third faster here than a Date for each row and JSON of it. */
function isoInstant(sql: ISql) {
  return sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

function instant(sql: ISql, { createdAtMicros }: ListingCursor) {
  return sql`timestamptz 'epoch' + ${createdAtMicros}::bigint * interval '1 microsecond'`
}
