import type { Fragment, ISql } from 'postgres'
import type { ContentPicture } from '#domain/content/picture.ts'
import type { CalendarEvent } from '#domain/events/event.ts'
import { type Removal, upsertRemovals } from './removal-queries.ts'

/** Instants are ISO 8601 in UTC. */
export type SyncedEvent = Omit<CalendarEvent, 'venue' | 'image'> & {
  contentId: string
  contentRev: string
  contentUpdatedAt: string
  /** Id of the venue's document. */
  venueId?: string
  picture?: ContentPicture
}

/**
 * Ignores events older than the stored row or removal; at the same instant (the Content Lake's clock may tick in
 * seconds) the later call wins. Returns the number of rows written.
 */
export async function upsertSyncedEvents(sql: ISql, events: SyncedEvent[]): Promise<number> {
  const { count } = await upsertEvents(sql, events, sql`true`)
  return count
}

export function upsertEvents(sql: ISql, events: SyncedEvent[], condition: Fragment) {
  return sql`
    insert into events (
      id, content_id, content_rev, content_updated_at,
      title, date, organizers, location, description, url, price, registration_type, topics, types,
      ends_at, all_day, status, former_date, address, organizer_url, series, language, venue_id,
      image, updated_at
    )
    select
      id, "contentId", "contentRev", "contentUpdatedAt",
      title, date, organizers, location, description, url, price, "registrationType", topics, types,
      "end", coalesce("allDay", false), coalesce(status, 'scheduled'), "formerDate", address, "organizerUrl",
      series, language, "venueId", picture, "contentUpdatedAt"
    from jsonb_to_recordset(${sql.json(events)}) as given (
      id uuid, "contentId" text, "contentRev" text, "contentUpdatedAt" timestamptz,
      title text, date timestamptz, organizers text, location text, description text, url text, price text,
      "registrationType" text, topics text[], types text[], "end" timestamptz, "allDay" boolean, status text,
      "formerDate" timestamptz, address text, "organizerUrl" text, series text, language text,
      "venueId" text, picture jsonb
    )
    where not exists (
        select from removed_records
        where removed_records.id = given.id::text and removed_records.removed_at >= given."contentUpdatedAt"
      )
      and ${condition}
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
      types = excluded.types,
      ends_at = excluded.ends_at,
      all_day = excluded.all_day,
      status = excluded.status,
      former_date = excluded.former_date,
      address = excluded.address,
      organizer_url = excluded.organizer_url,
      series = excluded.series,
      language = excluded.language,
      venue_id = excluded.venue_id,
      image = excluded.image,
      updated_at = excluded.updated_at
    where events.content_updated_at is null
      or events.content_updated_at < excluded.content_updated_at
      or (events.content_updated_at = excluded.content_updated_at and events.content_rev <> excluded.content_rev)
  `
}

/** Stores tombstones against older changes. An event published again since stays. Returns the number deleted. */
export async function removeSyncedEvents(sql: ISql, removals: Removal[]): Promise<number> {
  const rows = await sql`
    with remembered as (${upsertRemovals(sql, removals, sql`true`)}),
    removed as (${deleteEvents(sql, removals, sql`true`)} returning events.id)
    select id from removed
  `
  return rows.length
}

export function deleteEvents(sql: ISql, removals: Removal[], condition: Fragment) {
  return sql`
    delete from events
    using jsonb_to_recordset(${sql.json(removals)}) as given (id uuid, "removedAt" timestamptz)
    where events.id = given.id
      and events.content_id is not null
      and events.content_updated_at <= given."removedAt"
      and ${condition}
  `
}

export type SyncedRevision = { id: string; documentId: string; revision: string; updatedAt: Date }

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
