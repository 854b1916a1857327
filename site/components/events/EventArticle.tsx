import { Fragment, type ReactNode } from 'react'
import type { DaySummary } from '#domain/events/event-days.ts'
import {
  type CalendarEvent,
  describePlace,
  findAddress,
  findCoordinates,
  type EventImage,
  isWebAddress,
  nameLabels,
  toMapAddress,
} from '#domain/events/event.ts'
import { describeStatus, describeWhen, lastDay } from '#domain/events/when.ts'
import { fill, linkTo, locale, messages } from '#domain/language.ts'
import { formatDateAndTime, formatDay, formatShortMonth, toDay } from '#domain/pacific.ts'
import { AddToCalendar } from './AddToCalendar.tsx'
import { DayEvents } from './DayEvents.tsx'
import { Star } from './Star.tsx'

type EventArticleProps = {
  event: CalendarEvent
  /** Other events of its day. */
  others: DaySummary
  isPast: boolean
  origin: string
}

export function EventArticle({ event, others, isPast, origin }: EventArticleProps) {
  const { title, date, organizers, price, registrationType, description, url } = event
  const { status, formerDate, allDay, organizerUrl, language, image } = event
  const names = messages().event
  const links = [
    [names.organizerPage, organizerUrl],
    [names.recording, isPast ? event.recordingUrl : undefined],
    [names.slides, isPast ? event.slidesUrl : undefined],
  ].filter(([, href]) => isWebAddress(href ?? null))
  return (
    <article className="event">
      <h1 dir="auto">{status === 'cancelled' ? <s>{title}</s> : title}</h1>
      {status && (
        <p>
          <span className="event-status">{describeStatus(event)}</span>
          {formerDate !== undefined &&
            ` · ${fill(names.formerDate, { date: allDay ? formatDay(toDay(formerDate)) : formatDateAndTime(formerDate) })}`}
        </p>
      )}
      {isPast && <p className="quiet">{names.isPast}</p>}
      <div className="event-lead">
        <BigDay first={toDay(date)} last={lastDay(event)} />
        <Part name={names.when}>
          <time dateTime={date} className="no-break">
            {describeWhen(event)}
          </time>
        </Part>
        <div>
          <Part name={names.location}>{describePlace(event)}</Part>
          <Address event={event} />
        </div>
      </div>
      <p className="event-actions">
        {isWebAddress(url) && (
          <a className="filled" href={url} target="_blank" rel="noopener noreferrer nofollow ugc">
            {names.view}
          </a>
        )}
        <Star event={event} isWorded />
      </p>
      <div className="event-facts">
        <Part name={names.organizers}>{organizers}</Part>
        {language && language !== 'other' && <Part name={names.language}>{nameLanguage(language)}</Part>}
        {price && <Part name={names.price}>{price}</Part>}
        {registrationType && <Part name={names.registration}>{registrationType}</Part>}
        {event.topics.length > 0 && <Part name={names.topics}>{nameLabels(event.topics)}</Part>}
        {event.types.length > 0 && <Part name={names.types}>{nameLabels(event.types)}</Part>}
        {links.map(([name, href]) => (
          <p key={name}>
            <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
              {name}
            </a>
          </p>
        ))}
        {!isPast && status !== 'cancelled' && <AddToCalendar event={event} origin={origin} />}
      </div>
      {(image || description || others.count > 0) && (
        <div className="event-beside">
          {image && <Picture image={image} />}
          {description && <Part name={names.text}>{description}</Part>}
          {others.count > 0 && (
            <DayEvents title={names.moreOnDay} label={names.moreOnDay} day={toDay(date)} events={others} />
          )}
        </div>
      )}
    </article>
  )
}

function Picture({ image }: { image: EventImage }) {
  const { url, srcSet, alt, width, height } = image
  return (
    <img
      className={height > width ? 'event-image tall' : 'event-image'}
      src={url}
      srcSet={srcSet}
      sizes={height > width ? '24rem' : '(min-width: 48rem) 44rem, 100vw'}
      width={width}
      height={height}
      alt={alt}
      dir="auto"
      loading="lazy"
      decoding="async"
    />
  )
}

/** The event's own address, or its venue's. */
function Address({ event }: { event: CalendarEvent }) {
  const { venue } = event
  const [address, coordinates] = [findAddress(event), findCoordinates(event)]
  const { address: name, map, venuePage } = messages().event
  const links = [
    [map, coordinates && toMapAddress(coordinates)],
    [venuePage, isWebAddress(venue?.url ?? null) && venue?.url],
  ].flatMap(([text, href]) => (text && href ? [{ text, href }] : []))
  if (address === undefined && links.length === 0) return null
  return (
    <Part name={name}>
      {address}
      {links.map(({ text, href }, index) => (
        <Fragment key={href}>
          {(index > 0 || address !== undefined) && ' · '}
          <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
            {text}
          </a>
        </Fragment>
      ))}
    </Part>
  )
}

/** The days as a calendar's sheet. Hidden from screen readers, since `Date & Time` repeats them in words. */
function BigDay({ first, last }: { first: string; last: string }) {
  const [month, lastMonth] = [formatShortMonth(first), formatShortMonth(last)]
  return (
    <p className="big-day" aria-hidden="true">
      <span>{month === lastMonth ? month : `${month} – ${lastMonth}`}</span>
      <b>{first === last ? dayNumber(first) : `${dayNumber(first)}–${dayNumber(last)}`}</b>
    </p>
  )
}

function dayNumber(day: string): string {
  return String(Number(day.slice(8)))
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
      <a href={linkTo('/events')}>{messages().event.back}</a>
      <a href={linkTo('/calendar')}>{messages().personal.title}</a>
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

/** Name in the page's language; the code if there is no name. */
function nameLanguage(code: string): string {
  try {
    return new Intl.DisplayNames(locale(), { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
