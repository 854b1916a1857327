import * as z from 'zod'

export const maxStarred = 500

/** The most personal calendars of all visitors together. 400 MB if each has the most events. */
export const maxCalendars = 50_000

export const calendarEventsSchema = z.strictObject({ events: z.array(z.guid().toLowerCase()) })

export const personalCalendarSchema = z.object({
  id: z.string().describe('Part of the public address `/calendar/{id}.ics`. It does not reveal the key.'),
  version: z.string().describe('The ETag, without quotes.'),
  events: z.array(z.guid()),
})
export type PersonalCalendar = z.infer<typeof personalCalendarSchema>

/** SHA-256 in base64url. */
export function isCalendarId(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}
