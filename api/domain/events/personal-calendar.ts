import * as z from 'zod'

/** Events of one personal calendar. */
export const mostStarred = 500

const idsSchema = z.array(z.uuid().toLowerCase()).max(mostStarred)

/** What is added and removed. An event in both is removed. */
export const calendarChangeSchema = z.strictObject({ add: idsSchema, remove: idsSchema })

export type CalendarChange = z.output<typeof calendarChangeSchema>

/** `id` is that of the address `/calendar/{id}.ics`, which does not tell the key. */
export type PersonalCalendar = { id: string; events: string[] }

/** SHA-256 in base64url. */
export function isCalendarId(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}
