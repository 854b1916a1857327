import type { PersonalCalendar } from '#domain/events/personal-calendar.ts'
import { isManageToken } from '#domain/listings/manage-token.ts'
import { messages } from '#domain/language.ts'
import { ApiError, read } from '../lib/api.ts'
import { bearer } from '../lib/bearer.ts'
import { BackupCodeError, toBase64Url, unwrapCode, wrapCode } from '../lib/listings/backup-code.ts'
import { $calendarId, $calendarSaid, calendarPath, sayFailure, sendChanges, settle } from './send-stars.ts'
import type { Starred } from '../lib/events/starred-storage.ts'
import { changeStars, presentStars } from './starred.ts'

const codePrefix = 'calendar-'

/** Sends unsent changes; if there are none, fetches what other browsers have changed. */
export async function updateCalendar(): Promise<void> {
  const base = presentStars()
  const { key, unsent, former } = base
  if (unsent.length + former.length > 0) return sendChanges()
  if (key === undefined) return
  try {
    const { data } = await read<PersonalCalendar>(calendarPath, { headers: bearer(key) })
    if (data) await settle(base, data)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return resend()
    await sayFailure(error, key)
  }
}

/** The server no longer has this calendar: sends all its events again. */
async function resend(): Promise<void> {
  await changeStars((present) => ({ ...present, unsent: present.events }))
  return sendChanges()
}

/** Creates a calendar on the server, and deletes the previous one. */
export async function makeAddress(): Promise<void> {
  const { key } = presentStars()
  const fresh = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
  $calendarId.set(undefined)
  $calendarSaid.set(undefined)
  await changeStars((present) => ({
    ...retireKey(present),
    key: fresh,
    unsent: present.events,
  }))
  await sendChanges()
  if (key !== undefined && $calendarId.get() !== undefined && presentStars().former.length === 0)
    $calendarSaid.set({ text: messages().personal.replaced, isFault: false })
}

/** Deletes the calendar on the server. The events stay in this browser. */
export async function giveUpAddress(): Promise<void> {
  if (presentStars().key === undefined) return
  $calendarId.set(undefined)
  $calendarSaid.set(undefined)
  await changeStars(retireKey)
  await sendChanges()
  if (presentStars().former.length === 0)
    $calendarSaid.set({ text: messages().personal.stopped, isFault: false })
}

function retireKey({ events, key, former }: Starred): Starred {
  return { events, unsent: [], former: key === undefined ? former : [...former, key] }
}

export function writeCalendarCode(key: string): string {
  return wrapCode(codePrefix, key)
}

/** Merges the code's calendar with this browser's events. Throws errors with a message for the reader. */
export async function joinCalendar(code: string): Promise<void> {
  const key = unwrapCode(codePrefix, code)
  if (!isManageToken(key)) throw new BackupCodeError(messages().managed.noCode)
  const { data } = await read<PersonalCalendar>(calendarPath, { headers: bearer(key) })
  const theirs = data?.events ?? []
  $calendarId.set(data?.id)
  await changeStars(({ events, former }) => {
    const unsent = events.filter((event) => !theirs.includes(event))
    return { events: [...theirs, ...unsent], key, unsent, former }
  })
  await sendChanges()
  if ($calendarSaid.get() === undefined) $calendarSaid.set({ text: messages().personal.used, isFault: false })
}
