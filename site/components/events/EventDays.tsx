import type { ListedEvent } from '#domain/events/event.ts'
import { messages } from '#domain/language.ts'
import { addDays, formatWeekdayAndDate, formatWholeDay } from '#domain/pacific.ts'
import { EventRow } from './EventRow.tsx'

type EventDaysProps = {
  events: readonly ListedEvent[]
  Heading: 'h2' | 'h3' | 'h4'
  today: string
  /** The page's heading already names the day. */
  isOneDay: boolean
}

export function EventDays({ events, Heading, today, isOneDay }: EventDaysProps) {
  return [...Map.groupBy(events, ({ day }) => day)].map(([day, ofDay]) => (
    <div key={day} className="event-day">
      {!isOneDay && (
        <Heading>
          <DayName day={day} today={today} />
        </Heading>
      )}
      <ul className="events">
        {ofDay.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
    </div>
  ))
}

/** `Saturday, November 21 today`, with the year if it is not the current one. */
export function DayName({ day, today }: { day: string; today: string }) {
  return (
    <>
      {day.slice(0, 4) === today.slice(0, 4) ? formatWeekdayAndDate(day) : formatWholeDay(day)}
      {/* A line may break here. */} <Mark day={day} today={today} />
    </>
  )
}

function Mark({ day, today }: { day: string; today: string }) {
  const { dates, tomorrow } = messages().events
  if (day === today) return <mark>{dates.today}</mark>
  return day === addDays(today, 1) ? <mark className="plain">{tomorrow}</mark> : null
}
