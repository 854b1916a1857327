import type { ISql, PendingQuery, Row, TransactionSql } from 'postgres'
import { daysOfCategories, usualDays } from '#domain/listing-age.ts'
import type { ListingInput, OwnListing } from '#domain/listing.ts'
import { isoInstant } from './listings.ts'

/** What is stored beside a new listing: SHA-256 of its token, and of the key that it was posted with, if any. */
export type PostHashes = { token: Buffer; key?: Buffer | undefined }

/**
 * Stores a listing; the database gives it its id and its instants. One that is there with the same key and token is
 * answered as it is; undefined where its token is another one.
 */
export async function insertListing(
  sql: ISql,
  input: ListingInput,
  hashes: PostHashes,
): Promise<OwnListing | undefined> {
  const [listing] = await sql<OwnListing[]>`
    insert into listings (
      category, subcategory, title, description, contact, location, expires_at, manage_token_hash, post_key_hash
    )
    values (
      ${input.category},
      ${input.subcategory},
      ${input.title},
      ${input.description},
      ${input.contact},
      ${input.location},
      ${freshExpiry(sql, sql`${input.category}::text`)},
      ${hashes.token},
      ${hashes.key ?? null}
    )
    on conflict (post_key_hash) do update
    set post_key_hash = excluded.post_key_hash
    where listings.manage_token_hash = excluded.manage_token_hash
    returning ${ownColumns(sql)}
  `
  return listing
}

/** Finds the listing that was posted with a key, and whether its token is this one. */
export async function findPosted(
  sql: ISql,
  hashes: Required<PostHashes>,
): Promise<{ listing: OwnListing; isSame: boolean } | undefined> {
  const [row] = await sql<Array<OwnListing & { isSame: boolean }>>`
    select ${ownColumns(sql)}, coalesce(manage_token_hash = ${hashes.token}, false) as is_same
    from listings
    where post_key_hash = ${hashes.key}
  `
  if (!row) return undefined
  const { isSame, ...listing } = row
  return { listing, isSame }
}

/** The hash of a listing's token: null where it has none, undefined where there is no listing. */
export async function findTokenHash(sql: ISql, id: string): Promise<Buffer | null | undefined> {
  const [row] = await sql<Array<{ manageTokenHash: Buffer | null }>>`
    select manage_token_hash
    from listings
    where id = ${id}
  `
  return row?.manageTokenHash
}

/** Finds a listing, expired or not, as whoever may change it sees it. */
export async function findOwnListing(sql: ISql, id: string): Promise<OwnListing | undefined> {
  const [listing] = await sql<OwnListing[]>`
    select ${ownColumns(sql)}
    from listings
    where id = ${id}
  `
  return listing
}

/** The same, and holds it until the transaction ends. */
export async function lockOwnListing(sql: TransactionSql, id: string): Promise<OwnListing | undefined> {
  const [listing] = await sql<OwnListing[]>`
    select ${ownColumns(sql)}
    from listings
    where id = ${id}
    for update
  `
  return listing
}

/** Changes what its poster wrote, and not its place in the lists. In another category it is shown no longer than there. */
export async function updateListing(
  sql: ISql,
  id: string,
  input: ListingInput,
): Promise<OwnListing | undefined> {
  const [listing] = await sql<OwnListing[]>`
    update listings
    set
      category = ${input.category},
      subcategory = ${input.subcategory},
      title = ${input.title},
      description = ${input.description},
      contact = ${input.contact},
      location = ${input.location},
      expires_at = case
        when category <> ${input.category} and expires_at is not null
          then least(expires_at, ${freshExpiry(sql, sql`${input.category}::text`)})
        else expires_at
      end
    where id = ${id}
    returning ${ownColumns(sql)}
  `
  return listing
}

/** Lets a listing be shown for its category's days from now on, or as long as it would be anyway. */
export async function renewListing(sql: ISql, id: string): Promise<OwnListing | undefined> {
  const [listing] = await sql<OwnListing[]>`
    update listings
    set expires_at = case
      when expires_at is not null then greatest(expires_at, ${freshExpiry(sql, sql`category`)})
    end
    where id = ${id}
    returning ${ownColumns(sql)}
  `
  return listing
}

/** Removes a listing for good. Answers its category, undefined where it was not there. */
export async function deleteListing(sql: ISql, id: string): Promise<string | undefined> {
  const [deleted] = await sql<Array<{ category: string }>>`
    delete from listings
    where id = ${id}
    returning category
  `
  return deleted?.category
}

/** In hours, since a day is longer or shorter where the session's zone changes its clocks. */
function freshExpiry(sql: ISql, category: PendingQuery<Row[]>) {
  const days = sql`coalesce((${JSON.stringify(daysOfCategories)}::text::jsonb ->> ${category})::integer, ${usualDays}::integer)`
  return sql`now() + ${days} * 24 * interval '1 hour'`
}

function ownColumns(sql: ISql) {
  return sql`
    id,
    category,
    subcategory,
    title,
    description,
    contact,
    location,
    ${isoInstant(sql, 'created_at')} as created_at,
    ${isoInstant(sql, 'expires_at')} as expires_at
  `
}
