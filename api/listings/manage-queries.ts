import type { ISql, PendingQuery, Row } from 'postgres'
import { daysOfCategories, listingDays, usualDays } from '#domain/listings/listing-age.ts'
import { fromRow, type ListingInput, type ManagedListing, toRow } from '#domain/listings/listing.ts'
import type { SpamDecision } from '../moderation/judge.ts'
import { toArrays } from '../moderation/limit-queries.ts'
import type { Network } from '../moderation/networks.ts'
import { hasText, recordColumns, type RecordRow, toManaged } from '../moderation/state-queries.ts'

/** Posts are refused from this multiple of `perHourOfAll` on, so that held posts cannot fill the database. */
export const refuseTimes = 2

type Post = {
  input: ListingInput
  /** SHA-256 of the token, and of the idempotency key. */
  hashes: { token: Buffer; key?: Buffer | undefined }
  /** `perHourOfAll`: posts of all networks together, beyond which those of unknown networks are held. */
  rateLimit: { networks: Network[]; perHour: number; perHourOfAll: number }
  /** `holdHours` null: if it is suspicious, it waits until a person shows it. */
  judged: Pick<SpamDecision, 'trace'> & { isSuspicious: boolean; holdHours: number | null }
}

/**
 * `wait`: seconds until a limit allows the post, or 0. `isFull`: it is the limit of all networks. No listing if a limit is
 * reached, or if the key was used with another text.
 */
type StoredPost = { wait: number; isFull: boolean; listing?: ManagedListing }

/** Stores posts in one statement, or finds those with the same keys. */
export async function insertPosts(sql: ISql, posts: Post[]): Promise<StoredPost[]> {
  type Stored = RecordRow & { wait: number; isFull: boolean }
  const rows = await sql<Stored[]>`
    select wait, is_full, ${recordColumns(sql)}
    from post_listings(${JSON.stringify(posts.map(toRequest))}::text::jsonb)
      with ordinality as stored (wait, is_full, posted, number)
    cross join lateral (select (stored.posted).*) as listing
    order by number
  `
  return rows.map(({ wait, isFull, ...row }) =>
    row.id === null ? { wait, isFull } : { wait, isFull, listing: toManaged(fromRow(row)) },
  )
}

/** A post as `post_listings` reads it (migration 0030). */
function toRequest({ input, hashes, rateLimit, judged }: Post) {
  const { names, maxima } = toArrays(rateLimit)
  const toBytea = (hash: Buffer) => `\\x${hash.toString('hex')}`
  return {
    networks: names,
    maxima,
    known_as: rateLimit.networks[0]?.pseudonyms ?? [],
    hold_above: rateLimit.perHourOfAll,
    refuse_above: refuseTimes * rateLimit.perHourOfAll,
    hold_hours: judged.holdHours,
    listing: toRow(input),
    hours_shown: 24 * listingDays(input.category),
    token_hash: toBytea(hashes.token),
    key_hash: hashes.key && toBytea(hashes.key),
    trace: judged.trace,
    is_suspicious: judged.isSuspicious,
  }
}

/** Null for a listing without a token, undefined for no listing. */
export async function findTokenHash(sql: ISql, id: string): Promise<Buffer | null | undefined> {
  const [row] = await sql<Array<{ manageTokenHash: Buffer | null }>>`
    select manage_token_hash from all_listings where id = ${id}
  `
  return row?.manageTokenHash
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

/**
 * Keeps the place in the lists. A move to a category with fewer days may shorten the time left, never extend it. Undefined
 * if the text is erased.
 */
export async function updateListing(sql: ISql, id: string, input: ListingInput) {
  const [listing] = await sql<RecordRow[]>`
    update all_listings
    set
      ${sql(toRow(input))},
      expires_at = case
        when category <> ${input.category} and expires_at is not null
          then least(expires_at, ${freshExpiry(sql, sql`${input.category}::text`)})
        else expires_at
      end
    where id = ${id} and ${hasText(sql)}
    returning ${recordColumns(sql)}
  `
  return listing && toManaged(fromRow(listing))
}

/** Only while it is shown. Expires after its category's days from now, or at the old expiry if that is later. */
export async function renewListing(sql: ISql, id: string): Promise<ManagedListing | undefined> {
  const [listing] = await sql<RecordRow[]>`
    update all_listings
    set expires_at = case
      when expires_at is not null then greatest(expires_at, ${freshExpiry(sql, sql`category`)})
    end
    where id = ${id} and state = 'shown'
    returning ${recordColumns(sql)}
  `
  return listing && toManaged(fromRow(listing))
}

/** Returns the category; undefined if there was no such listing. */
export async function deleteListing(sql: ISql, id: string): Promise<string | undefined> {
  const [deleted] = await sql<Array<{ category: string }>>`
    delete from all_listings
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
