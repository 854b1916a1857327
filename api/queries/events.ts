import type { ISql } from 'postgres'
import type { CalendarEvent } from '#domain/event.ts'

/** The channel on which the database tells of every change of the table (migration 0003). */
export const eventsChannel = 'events_changed'

/**
 * Every event, by date, then title. Rows with a date outside the years 1 to 9999, which no page could show, are left
 * out. Titles go by code point, so that two databases answer alike.
 */
export async function listEvents(sql: ISql): Promise<CalendarEvent[]> {
  return sql<CalendarEvent[]>`
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
      types
    from events
    where date >= '0001-01-02Z' and date < '10000-01-01Z'
    order by events.date, title collate "C", id
  `
}
