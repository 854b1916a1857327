import type { DaysAround } from '#domain/events/event-days.ts'
import { linkTo, messages } from '#domain/language.ts'
import { formatWeekdayAndDate } from '#domain/pacific.ts'

/** Links to the nearest days with events. */
export function DayLinks({ before, after }: DaysAround) {
  if (before === undefined && after === undefined) return null
  return (
    <nav className="day-links screen-only" aria-label={messages().events.otherDays}>
      {before !== undefined && (
        <a className="bare" href={linkTo(`/events/${before}`)} rel="prev">
          ← {formatWeekdayAndDate(before)}
        </a>
      )}
      {after !== undefined && (
        <a className="bare" href={linkTo(`/events/${after.day}`)} rel="next">
          {formatWeekdayAndDate(after.day)} →
        </a>
      )}
    </nav>
  )
}
