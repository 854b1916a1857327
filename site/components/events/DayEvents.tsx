import type { DaySummary } from '#domain/events/event-days.ts'
import { fill, linkTo, messages } from '#domain/language.ts'
import { describeTime } from '#domain/events/when.ts'
import { EventName } from './EventName.tsx'

type DayEventsProps = {
  title: string
  /** Accessible name of the section. By default, it is made from the title. */
  label?: string | undefined
  day?: string | undefined
  /** Undefined while they are loading. */
  events?: DaySummary | undefined
}

/** The first events of a day, and a link to the rest. */
export function DayEvents({ title, label, day, events }: DayEventsProps) {
  const { eventsOf, loading, none, more } = messages().calendar
  const { count = 0, first = [] } = events ?? {}
  return (
    <section className="day-events" aria-label={label ?? fill(eventsOf, { day: title })}>
      <h2 className="ruled">{title}</h2>
      {!events && <p className="quiet">{loading}</p>}
      {events && count === 0 && <p className="quiet">{none}</p>}
      {count > 0 && (
        <ul>
          {first.map((event) => (
            <li key={event.id}>
              <a className="bare" href={linkTo(`/event/${event.id}`)}>
                {describeTime(event, day)} - <EventName event={event} />
              </a>
            </li>
          ))}
        </ul>
      )}
      {count > first.length && (
        <p>
          <a className="bare" href={linkTo(`/events/${day}`)}>
            {fill(more, { count: count - first.length })}
          </a>
        </p>
      )}
    </section>
  )
}
