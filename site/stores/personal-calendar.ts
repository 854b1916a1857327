import type { PersonalCalendar } from '#domain/events/personal-calendar.ts'
import { isManageToken } from '#domain/listings/manage-token.ts'
import { messages } from '#domain/language.ts'
import { read } from '../lib/api.ts'
import { bearer } from '../lib/bearer.ts'
import { toBase64Url, unwrapCode, wrapCode } from '../lib/listings/backup-code.ts'
import { $calendarId, $syncStatus, calendarPath, sendChanges } from './send-stars.ts'
import type { Starred } from '../lib/events/stars.ts'
import { changeStars, presentStars } from './starred.ts'

const codePrefix = 'calendar-'

/** Creates a calendar on the server, and deletes the previous one. */
export async function makeAddress(): Promise<void> {
  const { key } = presentStars()
  const fresh = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
  $calendarId.set(undefined)
  $syncStatus.set(undefined)
  changeStars((present) => ({ ...retireKey(present), key: fresh, unsent: present.events }))
  await sendChanges()
  if (key !== undefined && $calendarId.get() !== undefined && presentStars().former.length === 0)
    $syncStatus.set({ text: messages().personal.replaced, isFault: false })
}

/** Deletes the calendar on the server. The events stay in this browser. */
export async function giveUpAddress(): Promise<void> {
  if (presentStars().key === undefined) return
  $calendarId.set(undefined)
  $syncStatus.set(undefined)
  changeStars(retireKey)
  await sendChanges()
  if (presentStars().former.length === 0)
    $syncStatus.set({ text: messages().personal.stopped, isFault: false })
}

function retireKey({ key, former }: Starred): Partial<Starred> {
  const retired = key === undefined ? former : [...former, key]
  return { key: undefined, version: undefined, unsent: [], former: retired }
}

export function writeCalendarCode(key: string): string {
  return wrapCode(codePrefix, key)
}

/** Merges the code's calendar with this browser's events. Throws errors with a message for the reader. */
export async function joinCalendar(code: string): Promise<void> {
  const key = unwrapCode(codePrefix, code)
  if (!isManageToken(key)) throw new Error(messages().managed.noCode)
  const { data } = await read<PersonalCalendar>(calendarPath, { headers: bearer(key) })
  if (!data) return
  $calendarId.set(data.id)
  changeStars(({ events }) => {
    const unsent = events.filter((event) => !data.events.includes(event))
    return { key, version: data.version, events: [...data.events, ...unsent], unsent }
  })
  await sendChanges()
  if ($syncStatus.get() === undefined) $syncStatus.set({ text: messages().personal.used, isFault: false })
}
