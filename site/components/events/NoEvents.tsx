import type { DaysAround } from '#domain/events/event-days.ts'
import { fill, linkTo, messages } from '#domain/language.ts'
import { formatWholeDay } from '#domain/pacific.ts'
import { DayEvents } from './DayEvents.tsx'

/** `around`: days near the shown day. Undefined unless the list is of one day, without other filters. */
export function NoEvents({ around, isNarrowed }: { around: DaysAround | undefined; isNarrowed: boolean }) {
  const { noneOnDay, noneOnDayNext, noneMatch, allEvents } = messages().events
  if (!around) return <p className="no-events">{isNarrowed ? noneMatch : messages().calendar.none}</p>
  const { after } = around
  return (
    <div className="no-events">
      <p>{after ? noneOnDayNext : noneOnDay}</p>
      {after && <DayEvents title={formatWholeDay(after.day)} day={after.day} events={after} />}
      <p>
        <a href={linkTo(after ? `/events/${after.day}` : '/events')}>
          {after ? fill(messages().calendar.allOf, { day: formatWholeDay(after.day) }) : allEvents}
        </a>
      </p>
    </div>
  )
}
