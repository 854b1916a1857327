import type { PersonalCalendar } from '#domain/events/personal-calendar.ts'
import { isManageToken } from '#domain/listings/manage-token.ts'
import { messages } from '#domain/language.ts'
import { ApiError, read } from '../lib/api.ts'
import { bearer } from '../lib/bearer.ts'
import { BackupCodeError, toBase64Url, unwrapCode, wrapCode } from '../lib/listings/backup-code.ts'
import { $calendarId, $calendarSaid, calendarPath, sayFailure, sendChanges, settle } from './send-stars.ts'
import { keepStars, presentStars } from './starred.ts'

const codePrefix = 'calendar-'

/** Sends unsent changes; if there are none, fetches what other browsers have changed. */
export async function updateCalendar(): Promise<void> {
  const { key, unsent, former } = presentStars()
  if (unsent.length + former.length > 0) return sendChanges()
  if (key === undefined) return
  try {
    const { data } = await read<PersonalCalendar>(calendarPath, { headers: bearer(key) })
    if (data) settle(key, { add: [], remove: [] }, data)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return resend()
    sayFailure(error)
  }
}

/** The server no longer has this calendar: sends all its events again. */
function resend(): Promise<void> {
  const present = presentStars()
  keepStars({ ...present, unsent: present.events })
  return sendChanges()
}

/** Creates a calendar on the server, and deletes the previous one. */
export async function makeAddress(): Promise<void> {
  const { events, key, former } = presentStars()
  const fresh = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
  $calendarId.set(undefined)
  $calendarSaid.set(undefined)
  keepStars({ events, key: fresh, unsent: events, former: key === undefined ? former : [...former, key] })
  await sendChanges()
  if (key !== undefined && $calendarId.get() !== undefined && presentStars().former.length === 0)
    $calendarSaid.set({ text: messages().personal.replaced, isFault: false })
}

/** Deletes the calendar on the server. The events stay in this browser. */
export async function giveUpAddress(): Promise<void> {
  const { events, key, former } = presentStars()
  if (key === undefined) return
  $calendarId.set(undefined)
  $calendarSaid.set(undefined)
  keepStars({ events, unsent: [], former: [...former, key] })
  await sendChanges()
  if (presentStars().former.length === 0)
    $calendarSaid.set({ text: messages().personal.stopped, isFault: false })
}

export function writeCalendarCode(key: string): string {
  return wrapCode(codePrefix, key)
}

/** Merges the code's calendar with this browser's events. Throws errors with a message for the reader. */
export async function joinCalendar(code: string): Promise<void> {
  const key = unwrapCode(codePrefix, code)
  if (!isManageToken(key)) throw new BackupCodeError(messages().managed.noCode)
  const { data } = await read<PersonalCalendar>(calendarPath, { headers: bearer(key) })
  const { events, former } = presentStars()
  const theirs = data?.events ?? []
  const unsent = events.filter((event) => !theirs.includes(event))
  $calendarId.set(data?.id)
  keepStars({ events: [...theirs, ...unsent], key, unsent, former })
  await sendChanges()
  if ($calendarSaid.get() === undefined) $calendarSaid.set({ text: messages().personal.used, isFault: false })
}
