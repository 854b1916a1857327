import { googleSubscription, webcalLink } from '#domain/events/calendar-links.ts'
import { type FeedFormat, feedFormats, feedPaths } from '#domain/feeds.ts'
import { messages } from '#domain/language.ts'

/** Calendars and feeds of the filtered events, whatever day the page shows. `query`: their filters; `origin`: the site's. */
export function Subscribe({ query, origin }: { query: string; origin: string }) {
  const { subscribe, inCalendar, inGoogle, asFile, inReader, followsFilters } = messages().events
  const file = origin + feedPaths.calendar(query)
  return (
    <details>
      <summary>{subscribe}</summary>
      <ul>
        <li>
          <a href={webcalLink(file)}>{inCalendar}</a>
        </li>
        <li>
          <a href={googleSubscription(file)} target="_blank" rel="noopener noreferrer">
            {inGoogle}
          </a>
        </li>
        <li>
          <a href={feedPaths.calendar(query)}>{asFile}</a>
        </li>
      </ul>
      <ul aria-label={inReader}>
        <li aria-hidden="true">{inReader}</li>
        {(Object.keys(feedFormats) as FeedFormat[]).map((format) => (
          <li key={format}>
            <a href={feedPaths.events(format, query)}>{feedFormats[format].name}</a>
          </li>
        ))}
      </ul>
      {query !== '' && <p className="quiet">{followsFilters}</p>}
    </details>
  )
}
