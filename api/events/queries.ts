import type { ISql } from 'postgres'
import type { CalendarEvent, EventDetails, EventState } from '#domain/events/event.ts'
import { isoInstant } from '../database/fragments.ts'
import { readEventImage } from './event-image.ts'

/** `revision` is that of its document, if it has one. */
export type StoredEvent = { event: CalendarEvent; revision: string | undefined }

type More = EventState & EventDetails
type Row = Omit<CalendarEvent, keyof More> & {
  more: More
  image: unknown
  revision: string | null
}

/** All events, or those in `ids`, sorted by date. Skips dates outside the years 1900 to 9998. */
export async function listEvents(sql: ISql, ids?: readonly string[]): Promise<StoredEvent[]> {
  const rows = await sql<Row[]>`
    select
      id,
      title,
      ${isoInstant(sql, 'date')} as date,
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
          'end', case when ends_at > date and ${isInCalendar(sql, 'ends_at')} then ${isoInstant(sql, 'ends_at')} end,
          'allDay', nullif(all_day, false),
          'status', nullif(status, 'scheduled'),
          'formerDate', ${isoInstant(sql, 'former_date')},
          'address', address,
          'organizerUrl', organizer_url,
          'recordingUrl', recording_url,
          'slidesUrl', slides_url,
          'series', series,
          'language', language,
          'venue', venue,
          'updatedAt', ${isoInstant(sql, 'newest')}
        )
      ) as more,
      image,
      content_rev as revision
    from events
    -- Joined: webhooks arrive in any order, so a copy of the venue in each event could stay old or absent.
    left join (
      select
        id as of_venue,
        updated_at as venue_updated_at,
        json_build_object(
          'name', name,
          'address', address,
          'coordinates', case when latitude is not null
            then json_build_object('latitude', latitude, 'longitude', longitude)
          end,
          'url', url
        ) as venue
      from venues
    ) as venues on of_venue = venue_id
    cross join lateral (select greatest(updated_at, venue_updated_at) as newest) as ages
    where ${isInCalendar(sql, 'date')}
      ${ids === undefined ? sql`` : sql`and id = any(${ids as string[]})`}
    order by events.date
  `
  return rows.map(({ more, image: stored, revision, ...event }) => {
    const image = stored === null ? undefined : readEventImage(stored)
    return { event: { ...event, ...more, ...(image && { image }) }, revision: revision ?? undefined }
  })
}

/** Whether an instant is in the years 1900 to 9998, like those that documents may have (#domain/events/event-date.ts). */
export function isInCalendar(sql: ISql, column: string) {
  return sql`(${sql(column)} >= '1900-01-02Z' and ${sql(column)} < '9999-01-01Z')`
}
