import { distinctUntilChanged, map, type Observable, timer } from 'rxjs'
import { toDay } from '#domain/pacific.ts'

const secondsBetweenLooks = 15

/**
 * The present day in San Francisco (`YYYY-MM-DD`), and each next one when it begins there, however long the Studio
 * stays open. It looks at the clock again and again: one long timer would be late after a night's sleep of the machine.
 */
export function watchToday(): Observable<string> {
  return timer(0, secondsBetweenLooks * 1000).pipe(
    map(() => toDay(new Date())),
    distinctUntilChanged(),
  )
}
