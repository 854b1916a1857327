import type { ISql, TransactionSql } from 'postgres'
import type { CalendarEvent } from '#domain/event.ts'

/** A row of the calendar with where it came from. Instants are ISO 8601 in UTC. */
export type SyncedEvent = CalendarEvent & { contentId: string; contentRev: string; contentUpdatedAt: string }

/**
 * Puts events of the content into the calendar, any number in one statement. One that is older than what the calendar
 * has of its document, or than its removal, changes nothing; of two within one instant of the content's clock, whose
 * ticks may be seconds, the later told counts. Answers how many rows it wrote.
 */
export async function upsertSyncedEvents(sql: ISql, events: SyncedEvent[]): Promise<number> {
  const { count } = await sql`
    insert into events (
      id, content_id, content_rev, content_updated_at,
      title, date, organizers, location, description, url, price, registration_type, topics, types
    )
    select
      id, "contentId", "contentRev", "contentUpdatedAt",
      title, date, organizers, location, description, url, price, "registrationType", topics, types
    from jsonb_to_recordset(${sql.json(events)}) as given (
      id uuid, "contentId" text, "contentRev" text, "contentUpdatedAt" timestamptz,
      title text, date timestamptz, organizers text, location text, description text, url text, price text,
      "registrationType" text, topics text[], types text[]
    )
    where not exists (
      select from removed_events
      where removed_events.id = given.id and removed_events.removed_at >= given."contentUpdatedAt"
    )
    on conflict (id) do update set
      content_id = excluded.content_id,
      content_rev = excluded.content_rev,
      content_updated_at = excluded.content_updated_at,
      title = excluded.title,
      date = excluded.date,
      organizers = excluded.organizers,
      location = excluded.location,
      description = excluded.description,
      url = excluded.url,
      price = excluded.price,
      registration_type = excluded.registration_type,
      topics = excluded.topics,
      types = excluded.types
    where events.content_updated_at is null
      or events.content_updated_at < excluded.content_updated_at
      or (events.content_updated_at = excluded.content_updated_at and events.content_rev <> excluded.content_rev)
  `
  return count
}

/** Whether the calendar has a document's event as it was after `at` (ISO 8601 in UTC, by the content's clock). */
export async function hasNewerEvent(sql: ISql, documentId: string, at: string): Promise<boolean> {
  const rows = await sql`
    select from events
    where content_id = ${documentId} and content_updated_at > ${at}
  `
  return rows.length > 0
}

/**
 * Takes events of the content out of the calendar as they were at a time by the content's clock (ISO 8601 in UTC), and
 * keeps it: what is older does not come back, one that was published again since stays. Answers how many rows went.
 */
export async function removeSyncedEvents(sql: ISql, ids: string[], removedAt: string): Promise<number> {
  await sql`
    insert into removed_events (id, removed_at)
    select id, ${removedAt}::timestamptz
    from unnest(${ids}::uuid[]) as id
    on conflict (id) do update set removed_at = greatest(removed_events.removed_at, excluded.removed_at)
  `
  const { count } = await sql`
    delete from events
    where id = any(${ids}::uuid[])
      and content_id is not null
      and content_updated_at <= ${removedAt}
  `
  return count
}

/** An event of the content as the calendar has it: its row's id, its document and the revision of that. */
export type SyncedRevision = { id: string; documentId: string; revision: string; updatedAt: Date }

/** Every event of the content that the calendar has. */
export async function listSyncedEvents(sql: ISql): Promise<SyncedRevision[]> {
  return sql<SyncedRevision[]>`
    select
      id,
      content_id as document_id,
      content_rev as revision,
      content_updated_at as updated_at
    from events
    where content_id is not null
  `
}

/** What the calendar has of the content: the revision of each event by its row's id. */
export async function listSyncedRevisions(sql: ISql): Promise<Map<string, string>> {
  const rows = await sql<Array<{ id: string; contentRev: string }>>`
    select id, content_rev
    from events
    where content_id is not null
  `
  return new Map(rows.map(({ id, contentRev }) => [id, contentRev]))
}

/** Whether this transaction is the one that sweeps, until its end; another process may be at it. */
export async function claimSweep(sql: TransactionSql): Promise<boolean> {
  const [row] = await sql<Array<{ claimed: boolean }>>`
    select pg_try_advisory_xact_lock(4210004) as claimed
  `
  return row?.claimed ?? false
}

/** Forgets removals of events that were there at `at` (ISO 8601 in UTC), whatever had been told. */
export async function forgetRemovals(sql: ISql, ids: string[], at: string): Promise<void> {
  await sql`
    delete from removed_events
    where id = any(${ids}::uuid[])
      and removed_at <= ${at}
  `
}
