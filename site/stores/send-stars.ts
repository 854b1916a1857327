import { atom } from 'nanostores'
import type { CalendarChange, PersonalCalendar } from '#domain/events/personal-calendar.ts'
import { fill, messages } from '#domain/language.ts'
import { ApiError, write } from '../lib/api.ts'
import { bearer } from '../lib/bearer.ts'
import { keepStars, presentStars } from './starred.ts'

export const calendarPath = '/api/calendar'

/** Id in the calendar file's URL. Undefined until the server has the calendar. */
export const $calendarId = atom<string | undefined>()

export const $calendarSaid = atom<{ text: string; isFault: boolean } | undefined>()

let sending: Promise<void> | undefined

/** Only one call runs at a time. It also sends changes made meanwhile, and shows errors. */
export function sendChanges(): Promise<void> {
  sending ??= sendAll()
    .catch(sayFailure)
    .finally(() => (sending = undefined))
  return sending
}

async function sendAll(): Promise<void> {
  for (let isFirst = $calendarId.get() === undefined; ; isFirst = false) {
    const { key, events, unsent } = presentStars()
    if (key === undefined || (unsent.length === 0 && !isFirst)) break
    const [add, remove] = [
      unsent.filter((id) => events.includes(id)),
      unsent.filter((id) => !events.includes(id)),
    ]
    settle(
      key,
      { add, remove },
      await write<PersonalCalendar>('PATCH', calendarPath, { add, remove }, bearer(key)),
    )
  }
  for (const key of presentStars().former) {
    await write('DELETE', calendarPath, undefined, bearer(key))
    const { former, ...present } = presentStars()
    keepStars({ ...present, former: former.filter((each) => each !== key) })
  }
}

/** Merges the server's answer with changes made here since the request. */
export function settle(key: string, sent: CalendarChange, { id, events }: PersonalCalendar): void {
  const present = presentStars()
  if (present.key !== key) return
  const isStarred = (event: string) => present.events.includes(event)
  const unsent = present.unsent.filter(
    (event) => !(isStarred(event) ? sent.add : sent.remove).includes(event),
  )
  const kept = [...events.filter((event) => !unsent.includes(event)), ...unsent.filter(isStarred)]
  keepStars({ ...present, events: kept, unsent })
  $calendarId.set(id)
  $calendarSaid.set(undefined)
}

/** If another browser has deleted the calendar (410), drops its key. */
export function sayFailure(error: unknown): void {
  const isGivenUp = error instanceof ApiError && error.status === 410
  if (isGivenUp) keepStars({ ...presentStars(), key: undefined, unsent: [] })
  const message = isGivenUp ? messages().personal.givenUp : (error as Error).message
  const isUnsent = presentStars().unsent.length > 0
  $calendarSaid.set({
    text: isUnsent ? fill(messages().personal.notSent, { message }) : message,
    isFault: true,
  })
}
