import type { CalendarEvent } from '#domain/events/event.ts'

/** An event with nothing that an event may lack. */
export const plainEvent: CalendarEvent = {
  id: '6f1c2a53-5f5e-4c0e-9b43-0a5d6f1f8a11',
  title: 'Founders breakfast',
  date: '2026-12-01T02:00:00.000Z',
  organizers: 'the founders community',
  location: 'SHACK15',
  description: null,
  url: null,
  price: null,
  registrationType: null,
  topics: [],
  types: [],
  updatedAt: '2026-11-20T12:00:00.000Z',
}

/** An event with the fields that most events have. */
export const usualEvent: CalendarEvent = {
  ...plainEvent,
  date: '2026-11-21T17:00:00.000Z',
  location: 'SHACK15, Embarcadero',
  description: 'Coffee.\nNo pitches.',
  url: 'https://example.org/breakfast',
  price: 'free',
  registrationType: 'open',
}
