import type { ISql } from 'postgres'
import type { Ban, DeskEvent, DeskList, DeskListing, DeskQueue } from '#domain/moderation/desk.ts'
import { fromRow, type ListingRow } from '#domain/listings/listing.ts'
import { isoInstant, limitTo } from '../../database/fragments.ts'
import { instant, type ListingCursor, micros } from '../../listings/queries.ts'
import { reportsOf } from '../report-queries.ts'
import { type ListingRecord, recordColumns } from '../state-queries.ts'

const pageSize = 50

type Listed = ListingRecord & DeskListing & { micros: string }
type ListedRow = ListingRow<Listed>

export async function listQueue(
  sql: ISql,
  queue: DeskQueue,
  before: ListingCursor | undefined,
): Promise<{ listings: DeskListing[]; next: ListingCursor | undefined }> {
  const rows = await listRows(sql, queue, before)
  const last = rows[pageSize - 1]
  const listings = rows.slice(0, pageSize).map(toListing)
  return { listings, next: rows.length > pageSize && last ? { micros: last.micros, id: last.id } : undefined }
}

/** In any state. */
export async function findDeskListing(sql: ISql, id: string): Promise<DeskListing | undefined> {
  const [row] = await sql<ListedRow[]>`${selectListings(sql, 'created_at')} where listed.id = ${id}`
  return row && toListing(row)
}

function listRows(sql: ISql, queue: DeskQueue, before: ListingCursor | undefined) {
  const column = queue === 'newest' || queue === 'reported' ? 'created_at' : 'withheld_at'
  const conditions = {
    waiting: isWaiting(sql),
    hidden: sql`state = 'hidden' and not ${isWaiting(sql)}`,
    removed: sql`state = 'removed'`,
    // The condition of the partial index on the newest listings.
    newest: sql`state = 'shown' and title_form >= ''`,
    reported: sql`state = 'shown' and id in (${openTargets(sql, 'listing')})`,
  }
  const page = before && sql`and (${sql(column)}, id) < (${instant(sql, before.micros)}, ${before.id}::uuid)`
  // By the column, since no index has `micros`.
  return sql<ListedRow[]>`
    ${selectListings(sql, column)}
    where ${conditions[queue]} ${page ?? sql``}
    order by ${sql(`listed.${column}`)} desc, id desc
    ${limitTo(sql, pageSize + 1)}
  `
}

/** What the team hid waits again once its owner disputes that. */
function isWaiting(sql: ISql) {
  return sql`
    (state = 'held' or state = 'hidden' and (withheld_by <> 'team' or coalesce(disputed_at > withheld_at, false)))
  `
}

function openTargets(sql: ISql, type: 'listing' | 'event') {
  return sql`select target from reports where target_type = ${type} and verdict is null`
}

/** `sortedBy`: the column of the cursor. */
function selectListings(sql: ISql, sortedBy: 'created_at' | 'withheld_at') {
  return sql`
    select
      ${recordColumns(sql)},
      score,
      coalesce(signals, '[]') as signals,
      (
        select max(moderation_log.id)::text from moderation_log where target = listed.id and before is not null
      ) as decision,
      listing_id is not null as can_ban,
      ${reportsOf(sql, 'listed.id')} as reports,
      ${micros(sql, sortedBy)}::text as micros
    from all_listings as listed
    left join post_traces on listing_id = id
  `
}

function toListing(row: ListedRow): DeskListing {
  const { micros: _, expiresAt, withheldAt, disputedAt, ...listing } = fromRow<Listed>(row)
  return listing
}

export async function countQueues(sql: ISql): Promise<DeskList['counts']> {
  const [counts] = await sql<[DeskList['counts']]>`
    select
      (select count(*)::int from all_listings where ${isWaiting(sql)}) as waiting,
      (select count(*)::int from listings where id in (${openTargets(sql, 'listing')})) as reported,
      (select count(*)::int from events where id in (${openTargets(sql, 'event')})) as events
  `
  return counts
}

export function listReportedEvents(sql: ISql): Promise<DeskEvent[]> {
  return sql<DeskEvent[]>`
    select id, title, ${reportsOf(sql, 'events.id')} as reports
    from events
    where id in (${openTargets(sql, 'event')})
    order by date
    limit 100
  `
}

type LastChange = {
  id: string
  what: string
  before: Record<string, string | null>
  /** Whether its owner, the filter, reports or time have changed the listing since. */
  isOutdated: boolean
}

/** The team's last change, with the state before it. */
export async function findLastChange(sql: ISql, id: string): Promise<LastChange | undefined> {
  const [row] = await sql<LastChange[]>`
    select
      id::text,
      what,
      before,
      exists (
        select from moderation_log as later
        where later.target = own.target and later.id > own.id and later.what in ('edit', 'hold', 'hide', 'show')
      ) as is_outdated
    from moderation_log as own
    where target = ${id} and before is not null
    order by own.id desc
    limit 1
  `
  return row
}

export async function findTraceKeys(sql: ISql, id: string) {
  const [row] = await sql<Array<{ network: string; contacts: string[] }>>`
    select network, to_json(contacts) as contacts from post_traces where listing_id = ${id}
  `
  return row
}

const banDays = 30

/** Renews an existing ban. Bans of contacts and networks end with the key of their hash. */
export async function insertBan(
  sql: ISql,
  { kind, value, why, who }: { kind: Ban['kind']; value: string; why: string; who: string },
): Promise<Ban> {
  const [ban] = await sql<[Ban]>`
    insert into bans (kind, value, why, who, until)
    values (
      ${kind}, ${value}, ${why}, ${who},
      ${kind === 'phrase' ? sql`null` : sql`now() + ${banDays} * interval '1 day'`}
    )
    on conflict (kind, value) do update
    set why = excluded.why, who = excluded.who, until = excluded.until
    returning ${banColumns(sql)}
  `
  return ban
}

export function listBans(sql: ISql): Promise<Ban[]> {
  return sql<Ban[]>`
    select ${banColumns(sql)}
    from bans
    where coalesce(until, 'infinity') > now()
    order by bans.id desc
    limit 1000
  `
}

export async function deleteBan(sql: ISql, id: string): Promise<Ban['kind'] | undefined> {
  const [gone] = await sql<Ban[]>`delete from bans where id = ${id}::bigint returning kind`
  return gone?.kind
}

function banColumns(sql: ISql) {
  return sql`
    id::text,
    kind,
    case when kind = 'phrase' then value end as text,
    why,
    who,
    ${isoInstant(sql, 'banned_at')} as at,
    ${isoInstant(sql, 'until')} as until
  `
}
