import { calendarForms, webcalLink } from '#domain/events/calendar-links.ts'
import type { CalendarEvent } from '#domain/events/event.ts'
import { feedPaths } from '#domain/feeds.ts'
import { linkTo, messages } from '#domain/language.ts'

/** `origin`: the site's. */
export function AddToCalendar({ event, origin }: { event: CalendarEvent; origin: string }) {
  const { addToCalendar, calendarFile, wholeSeries } = messages().event
  const page = origin + linkTo(`/event/${event.id}`)
  return (
    <section className="screen-only">
      <h2>{addToCalendar}</h2>
      <ul className="calendars">
        {calendarForms.map(({ name, toLink }) => (
          <li key={name}>
            <a href={toLink(event, page)} target="_blank" rel="noopener noreferrer">
              {name}
            </a>
          </li>
        ))}
        <li>
          <a href={feedPaths.calendarOfEvent(event.id)}>{calendarFile}</a>
        </li>
        {event.series && (
          <li>
            <a href={webcalLink(origin + feedPaths.calendarOfSeries(event.series))}>{wholeSeries}</a>
          </li>
        )}
      </ul>
    </section>
  )
}
