import { memo, type Ref } from 'react'
import { isWebAddress } from '#domain/event.ts'
import type { DatedEvent } from '#domain/event-filters.ts'
import { words } from '#domain/language.ts'
import { formatShortDate, formatTime } from '#domain/pacific.ts'

type EventRowProps = {
  event: DatedEvent
  rowRef: Ref<HTMLLIElement>
  /** Its place in the whole list, most of which is not in the page. */
  index: number
  count: number
  /** Stands above the row, where another part of the list begins. */
  heading: string | undefined
}

/** One event of the list. */
export const EventRow = memo(function EventRow({ event, rowRef, index, count, heading }: EventRowProps) {
  const { id, title, date, organizers, location, price, registrationType, url } = event
  return (
    <li ref={rowRef} data-index={index} aria-posinset={index + 1} aria-setsize={count}>
      {heading && <h2>{heading}</h2>}
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
