import type { ReactNode } from 'react'
import { type CalendarEvent, isWebAddress, nameLabels } from '#domain/events/event.ts'
import { messages } from '#domain/language.ts'
import { formatDateAndTime } from '#domain/pacific.ts'

export function EventArticle({ event }: { event: CalendarEvent }) {
  const { title, date, organizers, location, price, registrationType, description, url } = event
  const names = messages().event
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
      {event.topics.length > 0 && <Part name={names.topics}>{nameLabels(event.topics)}</Part>}
      {event.types.length > 0 && <Part name={names.types}>{nameLabels(event.types)}</Part>}
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

export function NoEvent() {
  const { notFound, notFoundText } = messages().event
  return (
    <div role="alert">
      <h1>{notFound}</h1>
      <p>{notFoundText}</p>
    </div>
  )
}

export function BackToEvents() {
  return (
    <p className="back">
      <a href="/events">{messages().event.back}</a>
    </p>
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
