import type { ISql } from 'postgres'
import type { CalendarEvent } from '#domain/events/event.ts'
import type { SyncedRevision } from './sync-queries.ts'

/** `synced` is its document, where it has one. */
export type StoredEvent = { event: CalendarEvent; synced: SyncedRevision | undefined }

type Row = CalendarEvent & { documentId: string | null; revision: string; updatedAt: Date }

/** By date, or those of `ids`, without dates outside the years 1 to 9999, which no page could show. */
export async function listEvents(sql: ISql, ids?: readonly string[]): Promise<StoredEvent[]> {
  const rows = await sql<Row[]>`
    select
      id,
      title,
      to_char(date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as date,
      organizers,
      location,
      description,
      url,
      price,
      registration_type,
      topics,
      types,
      content_id as document_id,
      content_rev as revision,
      content_updated_at as updated_at
    from events
    where date >= '0001-01-02Z' and date < '10000-01-01Z'
      ${ids === undefined ? sql`` : sql`and id = any(${ids as string[]})`}
    order by events.date
  `
  return rows.map(({ documentId, revision, updatedAt, ...event }) => ({
    event,
    synced: documentId === null ? undefined : { id: event.id, documentId, revision, updatedAt },
  }))
}
