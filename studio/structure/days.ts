import { readInstant } from '#domain/events/event-date.ts'
import { listEventDays } from '#domain/events/when.ts'
import { toDay } from '#domain/pacific.ts'
import { distinctUntilChanged, map, type Observable, timer } from 'rxjs'

export type DayCount = { day: string; count: number }

/** An event's times as stored: they may be any text. */
export type Times = { date: string; end?: string | null; allDay?: boolean | null }

/** Counts events by day: `upcoming` from today on, `past` latest first. Skips events without a valid date. */
export function countDays(events: readonly Times[], today: string) {
  const days: DayCount[] = [...Map.groupBy(events.flatMap(listDays), (day) => day)]
    .map(([day, { length: count }]) => ({ day, count }))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1))
  return {
    upcoming: days.filter(({ day }) => day >= today),
    past: days.filter(({ day }) => day < today).toReversed(),
  }
}

function listDays({ date, end, allDay }: Times): string[] {
  const [first, last] = [readInstant(date), readInstant(end ?? '')]
  if (first === undefined) return []
  return listEventDays({ date: first, ...(last !== undefined && { end: last }), ...(allDay && { allDay }) })
}

const pollIntervalSeconds = 15

/** The current day (`YYYY-MM-DD`, Pacific time). Polls: one long timer would be late after the computer slept. */
export function watchToday(): Observable<string> {
  return timer(0, pollIntervalSeconds * 1000).pipe(
    map(() => toDay(new Date())),
    distinctUntilChanged(),
  )
}
