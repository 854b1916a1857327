import { memo, useDeferredValue, useEffect, useState } from 'react'
import { countEvents, type EventGroup, takeEvents } from '#domain/events/event-filters.ts'
import { type EventSummary, isWebAddress, nameLabels } from '#domain/events/event.ts'
import { type Plural, plural, messages } from '#domain/language.ts'
import { formatShortDate, formatTime } from '#domain/pacific.ts'
import { findPlace, rememberPlace } from '../../lib/page/list-place.ts'

/** More than a window shows. The rest follows without blocking the page. */
const firstRows = 40

type EventRowsProps = {
  groups: ReadonlyArray<EventGroup<EventSummary>>
  isWhole: boolean
}

/** In the end all rows are in the page, for find-in-page and for paper. */
export function EventRows({ groups, isWhole }: EventRowsProps) {
  const [isAtOnce] = useState(() => !isWhole || findPlace() !== undefined)
  const shown = useDeferredValue(groups, isAtOnce ? groups : takeEvents(groups, 0, firstRows))
  const isComplete = isWhole && shown === groups
  useEffect(() => (isComplete ? rememberPlace('.events > li') : undefined), [isComplete])
  return shown
    .filter((group) => countEvents([group]) > 0)
    .map(({ label, upcoming, past }) => {
      // Below a group's own heading.
      const Past = label === undefined ? 'h2' : 'h3'
      return (
        <div key={label ?? ''} className="event-group">
          {label !== undefined && <h2>{label}</h2>}
          <Rows events={upcoming} />
          {past.length > 0 && <Past>{messages().events.past}</Past>}
          <Rows events={past} />
        </div>
      )
    })
}

function Rows({ events }: { events: EventSummary[] }) {
  if (events.length === 0) return null
  return (
    <ul className="events">
      {events.map((event) => (
        <EventRow key={event.id} event={event} />
      ))}
    </ul>
  )
}

const EventRow = memo(function EventRow({ event }: { event: EventSummary }) {
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
          <Labels forms={messages().events.topics} labels={topics} />{' '}
          <Labels forms={messages().events.types} labels={types} />
        </p>
      )}
      {isWebAddress(url) && (
        <p className="event-link">
          <a className="button" href={url} target="_blank" rel="noopener noreferrer nofollow ugc">
            {messages().events.view}
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
