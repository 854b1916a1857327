import { memo } from 'react'
import { isWebAddress } from '#domain/event.ts'
import type { DatedEvent } from '#domain/event-filters.ts'
import { nameLabels } from '#domain/event-labels.ts'
import { fill, words } from '#domain/language.ts'
import { formatShortDate, formatTime } from '#domain/pacific.ts'

/** One event of the list. */
export const EventRow = memo(function EventRow({ event }: { event: DatedEvent }) {
  const { id, title, date, organizers, location, price, registrationType, url, topics, types } = event
  return (
    <li>
      <p className="quiet">
        <time dateTime={date}>
          {formatShortDate(date)} · {formatTime(date)}
        </time>
      </p>
      <p className="event-title" dir="auto">
        <a href={`/event/${id}`}>{title}</a>
      </p>
      <p className="event-fields">
        <bdi>{organizers}</bdi> · <bdi>{location}</bdi>
        {price && (
          <>
            {' · '}
            <bdi>{price}</bdi>
          </>
        )}
        {registrationType && (
          <>
            {' · '}
            <bdi>{registrationType}</bdi>
          </>
        )}
      </p>
      {topics.length + types.length > 0 && (
        <p className="event-labels quiet">
          <Labels name="topic" labels={topics} /> <Labels name="type" labels={types} />
        </p>
      )}
      {isWebAddress(url) && (
        <p className="event-link">
          <a className="button" href={url} target="_blank" rel="noopener noreferrer nofollow ugc">
            {words().events.view}
          </a>
        </p>
      )}
    </li>
  )
})

function Labels({ name, labels }: { name: 'topic' | 'type'; labels: string[] }) {
  const { named, names } = words().events
  if (labels.length === 0) return null
  return <span>{fill(named, { name: names[name], value: nameLabels(labels) })}</span>
}
