import { memo } from 'react'
import { type EventSummary, isWebAddress } from '#domain/event.ts'
import { nameLabels } from '#domain/event-labels.ts'
import { type Plural, plural, words } from '#domain/language.ts'
import { formatShortDate, formatTime } from '#domain/pacific.ts'

export const EventRow = memo(function EventRow({ event }: { event: EventSummary }) {
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
          <Labels forms={words().events.topics} labels={topics} />{' '}
          <Labels forms={words().events.types} labels={types} />
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

function Labels({ forms, labels }: { forms: Plural; labels: string[] }) {
  if (labels.length === 0) return null
  return <span>{plural(forms, labels.length, { value: nameLabels(labels) })}</span>
}
