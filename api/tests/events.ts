import type { CalendarEvent } from '#domain/events/event.ts'
import type { Database } from '../database/open.ts'

/** Stores an event that is in order, with the given fields in place of its own, and answers its id. */
export async function insertEvent(sql: Database, fields: Partial<CalendarEvent> = {}): Promise<string> {
  const event = {
    title: 'Founders breakfast',
    date: '2026-11-21T17:00:00Z',
    organizers: 'the founders community',
    location: 'SHACK15, Embarcadero',
    description: 'Coffee.\nNo pitches.',
    url: 'https://example.org/breakfast',
    price: 'free',
    registrationType: 'open',
    topics: [],
    types: [],
    ...fields,
  }
  const [row] = await sql<[{ id: string }]>`
    insert into events (title, date, organizers, location, description, url, price, registration_type, topics, types)
    values (
      ${event.title}, ${event.date}::text::timestamptz, ${event.organizers}, ${event.location},
      ${event.description}, ${event.url}, ${event.price}, ${event.registrationType},
      ${event.topics}::text[], ${event.types}::text[]
    )
    returning id
  `
  return row.id
}
