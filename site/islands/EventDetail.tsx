import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { type CalendarEvent, isWebAddress } from '#domain/event.ts'
import { nameLabels } from '#domain/event-labels.ts'
import { words } from '#domain/language.ts'
import { formatDateAndTime } from '#domain/pacific.ts'
import { setDocumentTitle } from '../lib/document-title.ts'
import { $event } from '../stores/event.ts'

const onItsWay = { error: undefined, event: undefined }

/** The event in the page's path. */
export function EventDetail() {
  const { event, error } = useStore($event, { ssr: () => onItsWay })
  const { title: unnamed, loading, notFound, notFoundText, back } = words().event
  const title = event ? event.title : event === null ? notFound : undefined

  useEffect(() => {
    if (title !== undefined) setDocumentTitle(title)
  }, [title])

  return (
    <>
      {event && <Found {...event} />}
      {event === null && (
        <div role="alert">
          <h1>{notFound}</h1>
          <p>{notFoundText}</p>
        </div>
      )}
      {error && (
        <>
          <h1>{unnamed}</h1>
          <p role="alert">{error.message}</p>
        </>
      )}
      {event === undefined && !error && (
        <div role="status">
          <h1>{loading}</h1>
        </div>
      )}
      <p className="back">
        <a href="/events">{back}</a>
      </p>
    </>
  )
}

function Found({
  title,
  date,
  organizers,
  location,
  price,
  registrationType,
  description,
  url,
  topics,
  types,
}: CalendarEvent) {
  const names = words().event
  return (
    <article className="event">
      <h1 dir="auto">{title}</h1>
      <Part name={names.when}>
        <time dateTime={date}>{formatDateAndTime(date)}</time>
      </Part>
      <Part name={names.organizers}>{organizers}</Part>
      <Part name={names.location}>{location}</Part>
      {price && <Part name={names.price}>{price}</Part>}
      {registrationType && <Part name={names.registration}>{registrationType}</Part>}
      {topics.length > 0 && <Part name={names.topics}>{nameLabels(topics)}</Part>}
      {types.length > 0 && <Part name={names.types}>{nameLabels(types)}</Part>}
      {description && <Part name={names.text}>{description}</Part>}
      {isWebAddress(url) && (
        <p>
          <a className="button" href={url} target="_blank" rel="noopener noreferrer nofollow ugc">
            {names.view}
          </a>
        </p>
      )}
    </article>
  )
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section>
      <h2>{name}</h2>
      <p className="as-written" dir="auto">
        {children}
      </p>
    </section>
  )
}
