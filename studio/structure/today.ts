import { distinctUntilChanged, map, type Observable, timer } from 'rxjs'
import { toDay } from '#domain/pacific.ts'

const secondsBetweenLooks = 15

/** The current day (`YYYY-MM-DD`, Pacific time). Polls: one long timer would be late after the computer slept. */
export function watchToday(): Observable<string> {
  return timer(0, secondsBetweenLooks * 1000).pipe(
    map(() => toDay(new Date())),
    distinctUntilChanged(),
  )
}
