import type { ISql } from 'postgres'
import {
  fromRow,
  listingColumns,
  type ListingRow,
  type ManagedListing,
  type StoredListing,
} from '#domain/listings/listing.ts'
import type { ListingState, WithheldBy, WithheldState } from '#domain/moderation/desk.ts'
import type { ReportReason } from '#domain/moderation/reasons.ts'
import { isoInstant } from '../database/fragments.ts'

/** A listing in any state. Of one that is shown, the fields after `state` are null. */
export type ListingRecord = StoredListing & {
  expiresAt: string | null
  state: ListingState
  by: WithheldBy | null
  reason: ReportReason | null
  withheldAt: string | null
  showAt: string | null
  dispute: string | null
  disputedAt: string | null
}

export type RecordRow = ListingRow<ListingRecord>

export function recordColumns(sql: ISql) {
  return sql`
    id,
    ${sql(listingColumns)},
    ${isoInstant(sql, 'created_at')} as created_at,
    ${isoInstant(sql, 'expires_at')} as expires_at,
    state,
    withheld_by as by,
    reason,
    ${isoInstant(sql, 'withheld_at')} as withheld_at,
    ${isoInstant(sql, 'show_at')} as show_at,
    dispute,
    ${isoInstant(sql, 'disputed_at')} as disputed_at
  `
}

/** `lock`: locks the row until the transaction ends. */
export async function findRecord(
  sql: ISql,
  id: string,
  { lock = false } = {},
): Promise<ListingRecord | undefined> {
  const [found] = await sql<RecordRow[]>`
    select ${recordColumns(sql)}
    from all_listings
    where id = ${id}
    ${lock ? sql`for update` : sql``}
  `
  return found && fromRow(found)
}

export function toManaged({ disputedAt: _, ...found }: ListingRecord): ManagedListing {
  const { state, by, reason, withheldAt, showAt, dispute, ...listing } = found
  if (state === 'shown' || by === null || withheldAt === null) return listing
  return { ...listing, withheld: { state, by, reason, withheldAt, showAt, dispute } }
}

/** Instants restore an earlier state; without `withheldAt` it is now. */
export type Withholding = Partial<Pick<ListingRecord, 'withheldAt' | 'showAt' | 'disputedAt'>> & {
  state: WithheldState
  by: WithheldBy
  reason?: ReportReason | null | undefined
  /** Hours until a held listing is shown without a review. With neither these nor `showAt`, the team has to decide. */
  hours?: number | undefined
}

/** Milliseconds after a removal until the text is erased. Until then the removal can be undone. */
const eraseAfter = 30_000

/** Returns the category. Undefined if the text is erased or, with `ifShown`, if the listing is not shown. */
export async function withholdListing(
  sql: ISql,
  id: string,
  { state, by, reason, hours, withheldAt, showAt, disputedAt }: Withholding,
  { ifShown = false } = {},
): Promise<string | undefined> {
  const eraseAt = state === 'removed' ? sql`now() + ${eraseAfter} * interval '1 millisecond'` : sql`null`
  const [withheld] = await sql<Array<{ category: string }>>`
    update all_listings
    set
      state = ${state},
      withheld_by = ${by},
      reason = ${reason ?? null},
      withheld_at = coalesce(${withheldAt ?? null}::timestamptz, now()),
      show_at = coalesce(${showAt ?? null}::timestamptz, now() + ${hours ?? null}::float8 * interval '1 hour'),
      erase_at = ${eraseAt},
      disputed_at = ${disputedAt === undefined ? sql`disputed_at` : sql`${disputedAt}::timestamptz`}
    where id = ${id} and ${ifShown ? sql`state = 'shown'` : hasText(sql)}
    returning category
  `
  return withheld?.category
}

const shownState = {
  state: 'shown',
  withheld_by: null,
  reason: null,
  withheld_at: null,
  show_at: null,
  erase_at: null,
  dispute: null,
  disputed_at: null,
}

/** At its old place in the lists. Returns the category. Undefined if the text is erased. */
export async function showListing(sql: ISql, id: string): Promise<string | undefined> {
  const [shown] = await sql<Array<{ category: string }>>`
    update all_listings set ${sql(shownState)} where id = ${id} and ${hasText(sql)} returning category
  `
  return shown?.category
}

/** Shows at most 100 listings whose hold is over. */
export function showEndedHolds(sql: ISql): Promise<Array<{ id: string; category: string }>> {
  return sql<Array<{ id: string; category: string }>>`
    with shown as (
      update all_listings
      set ${sql(shownState)}
      where id in (
        select id from all_listings where state = 'held' and show_at <= now() limit 100 for update skip locked
      )
      returning id, category
    ),
    logged as (insert into moderation_log (who, what, target) select 'time', 'show', id from shown)
    select * from shown
  `
}

/** Whether it is held or hidden. A removed listing counts as missing. */
export async function isWithheld(sql: ISql, id: string): Promise<boolean> {
  const rows = await sql`select from all_listings where id = ${id} and state in ('held', 'hidden')`
  return rows.length > 0
}

/** False if it is not withheld, or its text is erased. */
export async function disputeWithheld(sql: ISql, id: string, text: string): Promise<boolean> {
  const { count } = await sql`
    update all_listings
    set dispute = ${text}, disputed_at = now()
    where id = ${id} and state <> 'shown' and ${hasText(sql)}
  `
  return count > 0
}

/** Erases the texts of removed listings that can no longer be restored. */
export async function eraseRemoved(sql: ISql): Promise<void> {
  await sql`
    update all_listings
    set title = '', description = '', contact = '', details = null, dispute = null, erase_at = null
    where state = 'removed' and erase_at <= now()
  `
}

/** False for a removed listing whose text is erased. */
export function hasText(sql: ISql) {
  return sql`(state <> 'removed' or erase_at is not null)`
}
