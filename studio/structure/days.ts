import { toDay } from '#domain/pacific.ts'
import { distinctUntilChanged, map, type Observable, timer } from 'rxjs'

export type DayCount = { day: string; count: number }

/** Counts instants by day, Pacific time: `upcoming` from today on, `past` latest first. Skips invalid instants. */
export function countDays(
  instants: readonly string[],
  today: string,
): { upcoming: DayCount[]; past: DayCount[] } {
  const valid = instants.filter((instant) => !Number.isNaN(Date.parse(instant)))
  const days = [...Map.groupBy(valid, (instant) => toDay(instant))]
    .map(([day, { length: count }]) => ({ day, count }))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1))
  return {
    upcoming: days.filter(({ day }) => day >= today),
    past: days.filter(({ day }) => day < today).toReversed(),
  }
}

const secondsBetweenLooks = 15

/** The current day (`YYYY-MM-DD`, Pacific time). Polls: one long timer would be late after the computer slept. */
export function watchToday(): Observable<string> {
  return timer(0, secondsBetweenLooks * 1000).pipe(
    map(() => toDay(new Date())),
    distinctUntilChanged(),
  )
}
