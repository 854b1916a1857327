import type { DaySummary } from '#domain/event-days.ts'
import { fill, words } from '#domain/language.ts'
import { formatTime } from '#domain/pacific.ts'

type DayEventsProps = {
  title: string
  day?: string | undefined
  /** Undefined while they are loading. */
  events?: DaySummary | undefined
  fault?: string | undefined
}

export function DayEvents({ title, day, events, fault }: DayEventsProps) {
  const { eventsOf, loading, none, more } = words().calendar
  const { count = 0, first = [] } = events ?? {}
  return (
    <section className="day-events" aria-label={fill(eventsOf, { day: title })}>
      <h2>{title}</h2>
      {!events && !fault && <p className="quiet">{loading}</p>}
      {fault && <p role="alert">{fault}</p>}
      {events && count === 0 && <p className="quiet">{none}</p>}
      {count > 0 && (
        <ul>
          {first.map(({ id, date, title: name }) => (
            <li key={id}>
              <a href={`/event/${id}`}>
                {formatTime(date)} - <bdi>{name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
      {count > first.length && (
        <p>
          <a href={`/events/${day}`}>{fill(more, { count: count - first.length })}</a>
        </p>
      )}
    </section>
  )
}
