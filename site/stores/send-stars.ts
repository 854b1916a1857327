import { atom } from 'nanostores'
import type { PersonalCalendar } from '#domain/events/personal-calendar.ts'
import { fill, messages } from '#domain/language.ts'
import { ApiError, write } from '../lib/api.ts'
import { bearer } from '../lib/bearer.ts'
import type { Starred } from '../lib/events/starred-storage.ts'
import { changeStars, presentStars } from './starred.ts'

export const calendarPath = '/api/calendar'

/** Id in the calendar file's URL. Undefined until the server has the calendar. */
export const $calendarId = atom<string | undefined>()

export const $calendarSaid = atom<{ text: string; isFault: boolean } | undefined>()

let sending: Promise<void> | undefined

/** Only one call runs at a time. It also sends changes made meanwhile, and shows errors. */
export function sendChanges(): Promise<void> {
  sending ??= sendAll().finally(() => (sending = undefined))
  return sending
}

async function sendAll(): Promise<void> {
  let base = presentStars()
  try {
    for (let isFirst = $calendarId.get() === undefined; ; isFirst = false) {
      const { key, events, unsent } = base
      if (key === undefined || (unsent.length === 0 && !isFirst)) break
      const [add, remove] = [
        unsent.filter((id) => events.includes(id)),
        unsent.filter((id) => !events.includes(id)),
      ]
      await settle(base, await write<PersonalCalendar>('PATCH', calendarPath, { add, remove }, bearer(key)))
      base = presentStars()
    }
    for (const key of base.former) {
      await write('DELETE', calendarPath, undefined, bearer(key))
      await changeStars(({ former, ...present }) => ({
        ...present,
        former: former.filter((each) => each !== key),
      }))
    }
  } catch (error) {
    await sayFailure(error, base.key)
  }
}

/**
 * Merges the server's answer with changes made in any tab since the request, for which `base` was read. The answer may
 * be older than one that another tab has merged since.
 */
export async function settle(base: Starred, { id, events }: PersonalCalendar): Promise<void> {
  await changeStars((present) => {
    if (present.key !== base.key) return present
    const isChanged = (event: string) => present.events.includes(event) !== base.events.includes(event)
    // A change that another tab reverted is sent again: its request may have overtaken this one.
    const unsent = [...new Set([...present.unsent, ...base.unsent])].filter(
      (event) => isChanged(event) || !base.unsent.includes(event),
    )
    const isKept = (event: string) => isChanged(event) || unsent.includes(event)
    const kept = [...events.filter((event) => !isKept(event)), ...present.events.filter(isKept)]
    return { ...present, events: kept, unsent }
  })
  if (presentStars().key !== base.key) return
  $calendarId.set(id)
  $calendarSaid.set(undefined)
}

/** `key`: the calendar of the failed request. If another browser has deleted it (410), drops it. */
export async function sayFailure(error: unknown, key: string | undefined): Promise<void> {
  // Another tab has replaced or stopped the address meanwhile.
  if (presentStars().key !== key) return
  const isGivenUp = error instanceof ApiError && error.status === 410
  if (isGivenUp)
    await changeStars((present) =>
      present.key === key ? { ...present, key: undefined, unsent: [] } : present,
    )
  const message = isGivenUp ? messages().personal.givenUp : (error as Error).message
  const isUnsent = presentStars().unsent.length > 0
  $calendarSaid.set({
    text: isUnsent ? fill(messages().personal.notSent, { message }) : message,
    isFault: true,
  })
}
