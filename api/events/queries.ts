import type { ISql } from 'postgres'
import type { CalendarEvent, EventDetails, EventState } from '#domain/events/event.ts'
import type { SyncedRevision } from './sync-queries.ts'

/** `synced` is its document, where it has one. */
export type StoredEvent = { event: CalendarEvent; synced: SyncedRevision | undefined }

type More = EventState & EventDetails
type Row = Omit<CalendarEvent, keyof More> & {
  more: More
  documentId: string | null
  revision: string
  contentUpdatedAt: Date
}

/** By date, or those of `ids`, without dates outside the years 1 to 9999, which no page could show. */
export async function listEvents(sql: ISql, ids?: readonly string[]): Promise<StoredEvent[]> {
  const rows = await sql<Row[]>`
    select
      id,
      title,
      ${inUtc(sql, 'date')} as date,
      organizers,
      location,
      description,
      url,
      price,
      registration_type,
      topics,
      types,
      json_strip_nulls(
        json_build_object(
          'end', ${inUtc(sql, 'ends_at')},
          'allDay', nullif(all_day, false),
          'status', nullif(status, 'scheduled'),
          'formerDate', ${inUtc(sql, 'former_date')},
          'address', address,
          'organizerUrl', organizer_url,
          'series', series,
          'language', language,
          'updatedAt', ${inUtc(sql, 'updated_at')}
        )
      ) as more,
      content_id as document_id,
      content_rev as revision,
      content_updated_at
    from events
    where date >= '0001-01-02Z' and date < '10000-01-01Z'
      ${ids === undefined ? sql`` : sql`and id = any(${ids as string[]})`}
    order by events.date
  `
  return rows.map(({ more, documentId, revision, contentUpdatedAt, ...event }) => ({
    event: { ...event, ...more },
    synced:
      documentId === null ? undefined : { id: event.id, documentId, revision, updatedAt: contentUpdatedAt },
  }))
}

function inUtc(sql: ISql, column: string) {
  return sql`to_char(${sql(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
