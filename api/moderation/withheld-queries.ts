import type { ISql } from 'postgres'
import { fromRow, type ListingInput, type ListingRow, toDetailsColumn } from '#domain/listings/listing.ts'
import type { Withheld, WithheldBy, WithheldState } from '#domain/moderation/desk.ts'
import type { ReportReason } from '#domain/moderation/reasons.ts'
import { isoInstant } from '../database/instant.ts'

export type Withholding = {
  state: WithheldState
  by: WithheldBy
  reason?: ReportReason | undefined
  /** Hours until a held listing is shown without a review. If undefined, the team has to decide. */
  hours?: number | undefined
}

/** Milliseconds after a removal until the text is erased. Until then the removal can be undone. */
const eraseAfter = 30_000

/** Moves a listing to `withheld_listings` and returns its category. Undefined if it is not in `listings`. */
export async function withholdListing(
  sql: ISql,
  id: string,
  { state, by, reason, hours }: Withholding,
): Promise<string | undefined> {
  const [moved] = await sql<Array<{ category: string }>>`
    with gone as (delete from listings where id = ${id} returning *)
    insert into withheld_listings (${columns(sql)}, state, withheld_by, reason, show_at, erase_at)
    select
      ${columns(sql)},
      ${state},
      ${by},
      ${reason ?? null},
      now() + ${hours ?? null}::float8 * interval '1 hour',
      ${eraseAt(sql, state)}
    from gone
    returning category
  `
  return moved?.category
}

/** Changes the state of a withheld listing. False if it is not withheld, or its text is erased. */
export async function changeWithheld(
  sql: ISql,
  id: string,
  { state, by, reason, hours }: Withholding,
): Promise<boolean> {
  const { count } = await sql`
    update withheld_listings
    set
      state = ${state},
      withheld_by = ${by},
      reason = ${reason ?? null},
      withheld_at = now(),
      show_at = now() + ${hours ?? null}::float8 * interval '1 hour',
      erase_at = ${eraseAt(sql, state)}
    where id = ${id} and ${hasText(sql)}
  `
  return count > 0
}

/** Moves a listing back to its old place in the lists and returns its category. Undefined if its text is gone. */
export async function showListing(sql: ISql, id: string): Promise<string | undefined> {
  const [moved] = await sql<Array<{ category: string }>>`
    with gone as (delete from withheld_listings where id = ${id} and ${hasText(sql)} returning *)
    insert into listings (${columns(sql)})
    select ${columns(sql)} from gone
    returning category
  `
  return moved?.category
}

export type WithheldRow = ListingInput &
  Withheld & { id: string; createdAt: string; expiresAt: string | null; disputedAt: string | null }

export async function findWithheld(
  sql: ISql,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<WithheldRow | undefined> {
  const [found] = await sql<Array<ListingRow<WithheldRow>>>`
    select
      ${managedColumns(sql)},
      state,
      withheld_by as by,
      reason,
      ${isoInstant(sql, 'withheld_at')} as withheld_at,
      ${isoInstant(sql, 'show_at')} as show_at,
      dispute,
      ${isoInstant(sql, 'disputed_at')} as disputed_at
    from withheld_listings
    where id = ${id}
    ${lock ? sql`for update` : sql``}
  `
  return found && fromRow(found)
}

/** Of a listing, shown or withheld, for its owner. */
export function managedColumns(sql: ISql) {
  return sql`
    id,
    category,
    subcategory,
    title,
    description,
    contact,
    location,
    details,
    ${isoInstant(sql, 'created_at')} as created_at,
    ${isoInstant(sql, 'expires_at')} as expires_at
  `
}

/** Whether it is held or hidden. A removed listing counts as missing. */
export async function isWithheld(sql: ISql, id: string): Promise<boolean> {
  const rows = await sql`select from withheld_listings where id = ${id} and state <> 'removed'`
  return rows.length > 0
}

export async function updateWithheld(sql: ISql, id: string, input: ListingInput): Promise<void> {
  await sql`
    update withheld_listings
    set
      category = ${input.category},
      subcategory = ${input.subcategory},
      title = ${input.title},
      description = ${input.description},
      contact = ${input.contact},
      location = ${input.location},
      details = ${toDetailsColumn(input)}::text::jsonb
    where id = ${id} and ${hasText(sql)}
  `
}

/** False if it is not withheld, or its text is erased. */
export async function disputeWithheld(sql: ISql, id: string, text: string): Promise<boolean> {
  const { count } = await sql`
    update withheld_listings
    set dispute = ${text}, disputed_at = now()
    where id = ${id} and ${hasText(sql)}
  `
  return count > 0
}

/** Undo restores them: when it is shown by itself, and whether it waits since its owner has disputed it. */
export type WithheldTimes = Partial<Record<'withheldAt' | 'showAt' | 'disputedAt', string | null>>

export async function restoreTimes(
  sql: ISql,
  id: string,
  { withheldAt = null, showAt = null, disputedAt = null }: WithheldTimes,
): Promise<void> {
  await sql`
    update withheld_listings
    set
      withheld_at = coalesce(${withheldAt}::timestamptz, withheld_at),
      show_at = ${showAt}::timestamptz,
      disputed_at = ${disputedAt}::timestamptz
    where id = ${id}
  `
}

/** For its owner. The filter still keeps the trace of a listing that the team removed. */
export async function deleteWithheld(sql: ISql, id: string): Promise<string | undefined> {
  const [deleted] = await sql<Array<{ category: string }>>`
    delete from withheld_listings where id = ${id} returning category
  `
  return deleted?.category
}

/** Erases the texts of removed listings that can no longer be restored, and returns their ids. */
export async function eraseRemoved(sql: ISql): Promise<string[]> {
  const rows = await sql<Array<{ id: string }>>`
    update withheld_listings
    set title = '', description = '', contact = '', details = null, dispute = null, erase_at = null
    where state = 'removed' and erase_at <= now()
    returning id
  `
  return rows.map(({ id }) => id)
}

/** Listings whose hold is over, at most 100. */
export async function listEndedHolds(sql: ISql): Promise<string[]> {
  const rows = await sql<Array<{ id: string }>>`
    select id from withheld_listings where state = 'held' and show_at <= now() limit 100
  `
  return rows.map(({ id }) => id)
}

function columns(sql: ISql) {
  return sql`
    id, category, subcategory, title, description, contact, location, details, created_at, expires_at,
    manage_token_hash, post_key_hash
  `
}

function hasText(sql: ISql) {
  return sql`(state <> 'removed' or erase_at is not null)`
}

function eraseAt(sql: ISql, state: WithheldState) {
  return state === 'removed' ? sql`now() + ${eraseAfter} * interval '1 millisecond'` : sql`null::timestamptz`
}
