import { memo } from 'react'
import { describePlace, isWebAddress, type ListedEvent, nameLabels } from '#domain/events/event.ts'
import { linkTo, messages, type Plural, plural } from '#domain/language.ts'
import { describeDate, describeTime, describeUntil, lastListedDay } from '#domain/events/when.ts'
import { toDay } from '#domain/pacific.ts'
import { EventName } from './EventName.tsx'
import { Star } from './Star.tsx'

/** The heading above names the day: a reader sees the dates of a multi-day event only. */
export const EventRow = memo(function EventRow({ event }: { event: ListedEvent }) {
  const { id, date, day, organizers, price, registrationType, url, topics, types } = event
  const [time, dated] = [describeTime(event, day), describeDate(event, day)]
  const isOfSeveralDays = event.end !== undefined && lastListedDay(event) > toDay(date)
  const until = isOfSeveralDays && dated.endsWith(describeUntil(event)) ? describeUntil(event) : ''
  return (
    <li className={isOfSeveralDays ? 'several-days' : undefined}>
      <time dateTime={date}>
        <b className="no-break">{time}</b>{' '}
        <span className={isOfSeveralDays ? 'quiet' : 'unseen'}>
          <span className="no-break">{dated.slice(0, dated.length - until.length).trimEnd()}</span>
          {until && ' '}
          {until && <span className="no-break">{until}</span>}
        </span>
      </time>
      <p className="event-title" dir="auto">
        <a className="bare" href={linkTo(`/event/${id}`)}>
          <EventName event={event} />
        </a>
      </p>
      <Star event={event} />
      <p className="event-fields">
        <bdi>{organizers}</bdi> · <bdi>{describePlace(event)}</bdi>
      </p>
      {(price || registrationType || topics.length + types.length > 0) && (
        <p className="event-labels quiet">
          {price && <bdi>{price}</bdi>} {registrationType && <bdi>{registrationType}</bdi>}{' '}
          <Labels forms={messages().events.topics} labels={topics} />{' '}
          <Labels forms={messages().events.types} labels={types} />
        </p>
      )}
      {isWebAddress(url) && (
        <p className="event-link screen-only">
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
