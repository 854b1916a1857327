import type { CalendarEvent } from '#domain/events/event.ts'
import type { Database } from '../database/open.ts'
import { usualEvent } from './make-event.ts'

/** Stores a valid event with the given fields, and returns its id. */
export async function insertEvent(
  sql: Database,
  fields: Partial<CalendarEvent> & { venueId?: string } = {},
): Promise<string> {
  const event = {
    ...usualEvent,
    ...fields,
  }
  const [row] = await sql<[{ id: string }]>`
    insert into events (
      title, date, organizers, location, description, url, price, registration_type, topics, types, ends_at, all_day,
      venue_id
    )
    values (
      ${event.title}, ${event.date}::text::timestamptz, ${event.organizers}, ${event.location},
      ${event.description}, ${event.url}, ${event.price}, ${event.registrationType},
      ${event.topics}::text[], ${event.types}::text[], ${event.end ?? null}::text::timestamptz,
      ${event.allDay ?? false}, ${event.venueId ?? null}
    )
    returning id
  `
  return row.id
}

/** Stores a venue with the given columns. */
export async function insertVenue(
  sql: Database,
  columns: { id?: string; name?: string; address?: string | null } = {},
): Promise<void> {
  const venue = {
    id: 'venue-shack15',
    name: 'SHACK15',
    address: '1 Ferry Building',
    latitude: 37.7955,
    longitude: -122.3937,
    updated_at: '2026-11-20T12:00:00Z',
    ...columns,
  }
  await sql`insert into venues ${sql(venue)}`
}
