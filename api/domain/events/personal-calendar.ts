import * as z from 'zod'

/** The most events that a personal calendar can have. */
export const mostStarred = 500

const idsSchema = z.array(z.uuid().toLowerCase()).max(mostStarred)

/** Ids of events to add and to remove. An id in both is removed. */
export const calendarChangeSchema = z.strictObject({ add: idsSchema, remove: idsSchema })

export type CalendarChange = z.output<typeof calendarChangeSchema>

/** `id`: part of the public address `/calendar/{id}.ics`. It does not reveal the key. */
export type PersonalCalendar = { id: string; events: string[] }

/** SHA-256 in base64url. */
export function isCalendarId(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}
