import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { type CalendarEvent, isWebAddress } from '#domain/event.ts'
import { formatDateAndTime } from '#domain/pacific.ts'
import { setDocumentTitle } from '../lib/document-title.ts'
import { $event } from '../stores/event.ts'

const onItsWay = { error: undefined, event: undefined }

/** The event in the page's path. */
export function EventDetail() {
  const { event, error } = useStore($event, { ssr: () => onItsWay })
  const title = event ? event.title : event === null ? 'Event Not Found' : undefined

  useEffect(() => {
    if (title !== undefined) setDocumentTitle(title)
  }, [title])

  return (
    <>
      {event && <Found {...event} />}
      {event === null && (
        <div role="alert">
          <h1>Event Not Found</h1>
          <p>The event you're looking for doesn't exist.</p>
        </div>
      )}
      {error && (
        <>
          <h1>event</h1>
          <p role="alert">{error.message}</p>
        </>
      )}
      {event === undefined && !error && (
        <div role="status">
          <h1>Loading event...</h1>
        </div>
      )}
      <p className="back">
        <a href="/events">← back to events</a>
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
}: CalendarEvent) {
  return (
    <article className="event">
      <h1 dir="auto">{title}</h1>
      <Part name="Date & Time">
        <time dateTime={date}>{formatDateAndTime(date)}</time>
      </Part>
      <Part name="Organizers">{organizers}</Part>
      <Part name="Location">{location}</Part>
      {price && <Part name="Price">{price}</Part>}
      {registrationType && <Part name="Registration">{registrationType}</Part>}
      {description && <Part name="Description">{description}</Part>}
      {isWebAddress(url) && (
        <p>
          <a className="button" href={url} target="_blank" rel="noopener noreferrer nofollow ugc">
            View Event
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
