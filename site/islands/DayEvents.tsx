import type { EventSummary } from '#domain/event.ts'
import { fill, words } from '#domain/language.ts'
import { formatTime } from '#domain/pacific.ts'

type DayEventsProps = {
  title: string
  day?: string | undefined
  events?: EventSummary[] | undefined
  error?: Error | undefined
}

/** The most events that a day's list on the home screen shows. */
const shown = 3

/** A day's first events, and a link to the rest. */
export function DayEvents({ title, day, events, error }: DayEventsProps) {
  const { eventsOf, loading, none, more } = words().calendar
  return (
    <section className="day-events" aria-label={fill(eventsOf, { day: title })}>
      <h2>{title}</h2>
      {!events && !error && <p className="quiet">{loading}</p>}
      {error && <p role="alert">{error.message}</p>}
      {events?.length === 0 && <p className="quiet">{none}</p>}
      {events && events.length > 0 && (
        <ul>
          {events.slice(0, shown).map(({ id, date, title: name }) => (
            <li key={id}>
              <a href={`/event/${id}`}>
                {formatTime(date)} - <bdi>{name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
      {events && events.length > shown && (
        <p>
          <a href={`/events/${day}`}>{fill(more, { count: events.length - shown })}</a>
        </p>
      )}
    </section>
  )
}
