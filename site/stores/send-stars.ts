import { atom } from 'nanostores'
import type { PersonalCalendar } from '#domain/events/personal-calendar.ts'
import { fill, messages } from '#domain/language.ts'
import { ApiError, read, write } from '../lib/api.ts'
import { bearer } from '../lib/bearer.ts'
import { replaceWhere, type Starred } from '../lib/events/stars.ts'
import { changeStars, presentStars } from './starred.ts'

export const calendarPath = '/api/calendar'

/** Id in the calendar file's URL. Undefined until the server has the calendar. */
export const $calendarId = atom<string | undefined>()

export const $syncStatus = atom<{ text: string; isFault: boolean } | undefined>()

let sending: Promise<void> | undefined

/**
 * Sends unsent changes, and shows errors. With `isFetching`, fetches what other browsers have changed. Only one call runs
 * at a time; it also sends changes made meanwhile.
 */
export function sendChanges({ isFetching = false } = {}): Promise<void> {
  sending ??= sendAll(isFetching).finally(() => (sending = undefined))
  return sending
}

async function sendAll(isFetching: boolean): Promise<void> {
  let base = presentStars()
  try {
    // Ends if the server refuses each time, for example because a proxy drops `If-Match`.
    for (let round = 0; round < 30 && (isFetching || isUnsent(base)); round += 1) {
      isFetching = await exchange(base, isFetching)
      base = presentStars()
    }
    for (const key of base.former) {
      await write('DELETE', calendarPath, undefined, bearer(key))
      changeStars(({ former }) => ({ former: former.filter((each) => each !== key) }))
    }
  } catch (error) {
    if (presentStars().key === base.key) showSyncError(error)
    // Another tab has replaced or stopped the address meanwhile.
    else if (isUnsent(presentStars())) await sendAll(false)
  }
}

function isUnsent({ key, version, unsent }: Starred): boolean {
  return key !== undefined && (version === undefined || unsent.length > 0)
}

/** Fetches the calendar or replaces it. Returns whether it must be fetched, because the server has another version. */
async function exchange(base: Starred, isFetching: boolean): Promise<boolean> {
  const { key, version, events } = base
  if (key === undefined) return false
  try {
    if (isFetching) {
      const { data } = await read<PersonalCalendar>(calendarPath, { headers: bearer(key) })
      if (data) merge(base, data, ({ unsent }) => unsent)
    } else {
      const headers = { ...bearer(key), ...(version !== undefined && { 'If-Match': `"${version}"` }) }
      const saved = await write<PersonalCalendar>('PUT', calendarPath, { events }, headers)
      merge(base, saved, ({ unsent, events: present }) =>
        unsent.filter((id) => present.includes(id) !== events.includes(id)),
      )
    }
    return false
  } catch (error) {
    if (isStatus(error, 412)) return true
    if (!isStatus(error, 404)) throw error
    // The server no longer has this calendar: all its events are sent again.
    if (presentStars().key === key) changeStars((present) => ({ version: undefined, unsent: present.events }))
    return false
  }
}

function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status
}

/** `base`: the stars before the request. Changes nothing if a tab has merged another answer since. */
function merge(
  base: Starred,
  { id, version, events }: PersonalCalendar,
  findUnsent: (present: Starred) => readonly string[],
): void {
  if (presentStars().key !== base.key) return
  changeStars((present) => {
    if (present.version !== base.version) return {}
    const unsent = findUnsent(present)
    return { version, unsent, events: replaceWhere((each) => unsent.includes(each), events, present.events) }
  })
  $calendarId.set(id)
  $syncStatus.set(undefined)
}

/** If another browser has deleted the calendar (410), drops it. */
function showSyncError(error: unknown): void {
  const isGivenUp = isStatus(error, 410)
  if (isGivenUp) changeStars(() => ({ key: undefined, version: undefined, unsent: [] }))
  const message = isGivenUp ? messages().personal.givenUp : (error as Error).message
  const text = isUnsent(presentStars()) ? fill(messages().personal.notSent, { message }) : message
  $syncStatus.set({ text, isFault: true })
}
