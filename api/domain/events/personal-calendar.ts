import * as z from 'zod'

/** The most events that a personal calendar can have. */
export const mostStarred = 500

/** The most personal calendars of all visitors together. 400 MB if each has the most events. */
export const mostCalendars = 50_000

const idsSchema = z.array(z.uuid().toLowerCase()).max(mostStarred)

/** Ids of events to add and to remove; either list may be absent. An id in both is removed. */
export const calendarChangeSchema = z
  .strictObject({ add: z.optional(idsSchema), remove: z.optional(idsSchema) })
  .refine(({ add, remove }) => add !== undefined || remove !== undefined)
  .transform(({ add = [], remove = [] }) => ({ add, remove }))

export type CalendarChange = z.output<typeof calendarChangeSchema>

/** `id`: part of the public address `/calendar/{id}.ics`. It does not reveal the key. */
export type PersonalCalendar = { id: string; events: string[] }

/** SHA-256 in base64url. */
export function isCalendarId(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}
