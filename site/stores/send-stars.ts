import { atom } from 'nanostores'
import type { CalendarChange, PersonalCalendar } from '#domain/events/personal-calendar.ts'
import { fill, messages } from '#domain/language.ts'
import { ApiError, write } from '../lib/api.ts'
import { bearer } from '../lib/bearer.ts'
import { keepStars, presentStars } from './starred.ts'

export const calendarPath = '/api/calendar'

/** Of the calendar file. Undefined until the server has it. */
export const $calendarId = atom<string | undefined>()

export const $calendarSaid = atom<{ text: string; isFault: boolean } | undefined>()

let sending: Promise<void> | undefined

/** One at a time. What changes meanwhile is sent by the same call. Faults are said. */
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

/** What the server has, and what was changed here since it was asked. */
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

/** A calendar that another browser has given up is left. */
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
