import type { ISql, TransactionSql } from 'postgres'
import { listingDays } from '#domain/listing-age.ts'
import type { ListingInput, OwnListing } from '#domain/listing.ts'
import { isoInstant } from './listings.ts'

/** What is stored beside a new listing: SHA-256 of its token, and of the key that it was posted with, if any. */
export type PostHashes = { token: Buffer; key?: Buffer | undefined }

/** Stores a listing; the database gives it its id and its instants. One with its key that is there gets the token. */
export async function insertListing(sql: ISql, input: ListingInput, hashes: PostHashes): Promise<OwnListing> {
  const [listing] = await sql<[OwnListing]>`
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
      ${freshExpiry(sql, input.category)},
      ${hashes.token},
      ${hashes.key ?? null}
    )
    on conflict (post_key_hash) do update
    set manage_token_hash = excluded.manage_token_hash
    returning ${ownColumns(sql)}
  `
  return listing
}

/** Gives the listing that was posted with this key another token: the first one is known to nobody. */
export async function replaceToken(sql: ISql, hashes: Required<PostHashes>): Promise<OwnListing | undefined> {
  const [listing] = await sql<OwnListing[]>`
    update listings
    set manage_token_hash = ${hashes.token}
    where post_key_hash = ${hashes.key}
    returning ${ownColumns(sql)}
  `
  return listing
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

/** Changes what its poster wrote, and neither its place in the lists nor its expiry. */
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
      location = ${input.location}
    where id = ${id}
    returning ${ownColumns(sql)}
  `
  return listing
}

/** Lets a listing be shown for its category's days from now on, or as long as it would be anyway. */
export async function renewListing(
  sql: ISql,
  { id, category }: Pick<OwnListing, 'id' | 'category'>,
): Promise<OwnListing | undefined> {
  const [listing] = await sql<OwnListing[]>`
    update listings
    set expires_at = case
      when expires_at is not null then greatest(expires_at, ${freshExpiry(sql, category)})
    end
    where id = ${id}
    returning ${ownColumns(sql)}
  `
  return listing
}

/** Removes a listing for good. Answers whether it was there. */
export async function deleteListing(sql: ISql, id: string): Promise<boolean> {
  const { count } = await sql`
    delete from listings
    where id = ${id}
  `
  return count > 0
}

/** In hours, since a day is longer or shorter where the session's zone changes its clocks. */
function freshExpiry(sql: ISql, category: string) {
  return sql`now() + ${listingDays(category) * 24}::integer * interval '1 hour'`
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
