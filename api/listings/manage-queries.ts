import type { ISql, PendingQuery, Row } from 'postgres'
import { daysOfCategories, listingDays, usualDays } from '#domain/listings/listing-age.ts'
import {
  fromRow,
  type ListingInput,
  type ListingRow,
  type ManagedListing,
  toDetailsColumn,
} from '#domain/listings/listing.ts'
import type { WithheldBy } from '#domain/moderation/desk.ts'
import { isoInstant } from '../database/instant.ts'
import type { PostTrace } from '../moderation/filter/trace-queries.ts'
import type { Verdict } from '../moderation/judge.ts'
import { toArrays } from '../moderation/limit-queries.ts'
import type { Network } from '../moderation/networks.ts'
import { managedColumns } from '../moderation/withheld-queries.ts'

/** SHA-256 of the token, and of the idempotency key. */
type PostHashes = { token: Buffer; key?: Buffer | undefined }

/** `perHourOfAll`: posts of all networks together, beyond which those of unknown networks are held. */
type PostRateLimit = { networks: Network[]; perHour: number; perHourOfAll: number }

type FilterResult = Pick<Verdict, 'trace'> & { isSuspicious: boolean; holdHours: number }

/** Posts are refused from this multiple of `perHourOfAll` on, so that held posts cannot fill the database. */
export const refuseTimes = 2

/**
 * Stores a post in one statement, or finds the one with the same key. `wait`: seconds until a limit allows it, or 0.
 * `isFull`: it is the limit of all networks. No listing if a limit is reached, or if the key was used with another text.
 */
export async function insertPost(
  sql: ISql,
  input: ListingInput,
  hashes: PostHashes,
  { perHourOfAll, ...rateLimit }: PostRateLimit,
  { trace, isSuspicious, holdHours }: FilterResult,
): Promise<{ wait: number; isFull: boolean; listing?: ManagedListing }> {
  const { names, maxima } = toArrays(rateLimit)
  const knownAs = rateLimit.networks[0]?.pseudonyms ?? []
  type Stored = { wait: number; isFull: boolean; showAt: string | null; heldBy: WithheldBy }
  const [row] = await sql<[ListingRow<ManagedListing> & Stored]>`
    select wait, is_full, held_by, ${isoInstant(sql, 'show_at')} as show_at, ${managedColumns(sql)}
    from post_listing(
      ${names}::text[], ${maxima}::integer[], ${knownAs}::text[], ${perHourOfAll}, ${refuseTimes * perHourOfAll},
      ${input.category}, ${input.subcategory}, ${input.title}, ${input.description}, ${input.contact}, ${input.location},
      ${toDetailsColumn(input)}::text::jsonb, ${24 * listingDays(input.category)}, ${hashes.token}, ${hashes.key ?? null},
      ${traceRow(sql, trace)}, ${isSuspicious}, ${holdHours}
    ) as stored
    cross join lateral (select (stored.posted).*) as listing
  `
  const { wait, isFull, showAt, heldBy: by, ...stored } = row
  const listing = fromRow<ManagedListing>(stored)
  if (listing.id === null) return { wait, isFull }
  if (showAt === null) return { wait, isFull, listing }
  const withheldAt = listing.createdAt
  const withheld = { by, state: 'held', reason: null, withheldAt, showAt, dispute: null } as const
  return { wait, isFull, listing: { ...listing, withheld } }
}

function traceRow(sql: ISql, { network, contacts, signature, bands, score, signals }: PostTrace) {
  return sql`row(
    null, now(), ${network}::text, ${contacts}::text[], ${signature}::integer[], ${bands}::integer[], ${score}::real,
    ${JSON.stringify(signals)}::text::jsonb, false
  )::post_traces`
}

type ManagedRow = ListingRow<ManagedListing>

/** Null for a listing without a token, undefined for no listing. */
export async function findTokenHash(sql: ISql, id: string): Promise<Buffer | null | undefined> {
  const [row] = await sql<Array<{ manageTokenHash: Buffer | null }>>`
    select manage_token_hash from listings where id = ${id}
    union all
    select manage_token_hash from withheld_listings where id = ${id}
  `
  return row?.manageTokenHash
}

/** `lock`: locks the row until the transaction ends. */
export async function findShownListing(
  sql: ISql,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<ManagedListing | undefined> {
  const [listing] = await sql<ManagedRow[]>`
    select ${managedColumns(sql)}
    from listings
    where id = ${id}
    ${lock ? sql`for update` : sql``}
  `
  return listing && fromRow(listing)
}

/** State of the event that the team made from a listing, with the same id. Undefined without one or if unpublished. */
export async function findEventState(sql: ISql, id: string): Promise<'draft' | 'published' | undefined> {
  const [found] = await sql<Array<{ state: 'draft' | 'published' }>>`
    select 'published' as state from events where id = ${id}
    union all
    select 'draft' as state
    from moderation_log
    where target = ${id} and what = 'draft'
      and not exists (
        select from removed_records
        where removed_records.id = ${id}::uuid::text and removed_records.removed_at > moderation_log.at
      )
    order by state desc
    limit 1
  `
  return found?.state
}

/** Keeps the place in the lists. A move to a category with fewer days may shorten the time left, never extend it. */
export async function updateListing(
  sql: ISql,
  id: string,
  input: ListingInput,
): Promise<ManagedListing | undefined> {
  const [listing] = await sql<ManagedRow[]>`
    update listings
    set
      category = ${input.category},
      subcategory = ${input.subcategory},
      title = ${input.title},
      description = ${input.description},
      contact = ${input.contact},
      location = ${input.location},
      details = ${toDetailsColumn(input)}::text::jsonb,
      expires_at = case
        when category <> ${input.category} and expires_at is not null
          then least(expires_at, ${freshExpiry(sql, sql`${input.category}::text`)})
        else expires_at
      end
    where id = ${id}
    returning ${managedColumns(sql)}
  `
  return listing && fromRow(listing)
}

/** Expires after its category's days from now, or at the old expiry if that is later. */
export async function renewListing(sql: ISql, id: string): Promise<ManagedListing | undefined> {
  const [listing] = await sql<ManagedRow[]>`
    update listings
    set expires_at = case
      when expires_at is not null then greatest(expires_at, ${freshExpiry(sql, sql`category`)})
    end
    where id = ${id}
    returning ${managedColumns(sql)}
  `
  return listing && fromRow(listing)
}

/** Returns the category; undefined if there was no such listing. */
export async function deleteListing(sql: ISql, id: string): Promise<string | undefined> {
  const [deleted] = await sql<Array<{ category: string }>>`
    delete from listings
    where id = ${id}
    returning category
  `
  return deleted?.category
}

/** Adds hours: an interval in days would change length with DST in the session's time zone. */
function freshExpiry(sql: ISql, category: PendingQuery<Row[]>) {
  const days = sql`coalesce((${JSON.stringify(daysOfCategories)}::text::jsonb ->> ${category})::integer, ${usualDays}::integer)`
  return sql`now() + ${days} * 24 * interval '1 hour'`
}
