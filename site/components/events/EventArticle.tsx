import type { ReactNode } from 'react'
import type { DaySummary } from '#domain/events/event-days.ts'
import { type CalendarEvent, isWebAddress, nameLabels } from '#domain/events/event.ts'
import { describeStatus, describeWhen } from '#domain/events/when.ts'
import { fill, locale, messages } from '#domain/language.ts'
import {
  formatDateAndTime,
  formatDay,
  formatShortMonth,
  formatTime,
  formatWeekday,
  toDay,
} from '#domain/pacific.ts'
import { Whole } from '../Whole.tsx'
import { DayEvents } from './DayEvents.tsx'

type EventArticleProps = {
  event: CalendarEvent
  /** Of its day. */
  others: DaySummary
  isPast: boolean
}

export function EventArticle({ event, others, isPast }: EventArticleProps) {
  const { title, date, organizers, location, price, registrationType, description, url } = event
  const { status, formerDate, address, organizerUrl, language } = event
  const names = messages().event
  return (
    <article className="event">
      <h1 dir="auto">{status === 'cancelled' ? <s>{title}</s> : title}</h1>
      {status && (
        <p>
          <span className="event-status">{describeStatus(event)}</span>
          {formerDate !== undefined &&
            ` · ${fill(names.formerDate, { date: formatDateAndTime(formerDate) })}`}
        </p>
      )}
      {isPast && <p className="quiet">{names.isPast}</p>}
      <div className="event-facts">
        <BigDay day={toDay(date)} />
        <Part name={names.when}>
          <When event={event} />
        </Part>
        <Part name={names.organizers}>{organizers}</Part>
        <Part name={names.location}>{location}</Part>
        {address && <Part name={names.address}>{address}</Part>}
        {language && language !== 'other' && <Part name={names.language}>{nameLanguage(language)}</Part>}
        {price && <Part name={names.price}>{price}</Part>}
        {registrationType && <Part name={names.registration}>{registrationType}</Part>}
        {event.topics.length > 0 && <Part name={names.topics}>{nameLabels(event.topics)}</Part>}
        {event.types.length > 0 && <Part name={names.types}>{nameLabels(event.types)}</Part>}
        {isWebAddress(organizerUrl ?? null) && (
          <p>
            <a href={organizerUrl} target="_blank" rel="noopener noreferrer nofollow ugc">
              {names.organizerPage}
            </a>
          </p>
        )}
        {isWebAddress(url) && (
          <p>
            <a className="button" href={url} target="_blank" rel="noopener noreferrer nofollow ugc">
              {names.view}
            </a>
          </p>
        )}
      </div>
      {(description || others.count > 0) && (
        <div className="event-beside">
          {description && <Part name={names.text}>{description}</Part>}
          {others.count > 0 && (
            <DayEvents title={names.moreOnDay} label={names.moreOnDay} day={toDay(date)} events={others} />
          )}
        </div>
      )}
    </article>
  )
}

/** Breaks a line between the day and the time only, where both have room. */
function When({ event }: { event: CalendarEvent }) {
  const { date, end, allDay } = event
  const text = describeWhen(event)
  const time = allDay || end !== undefined ? '' : text.slice(text.indexOf(formatTime(date)))
  return (
    <time dateTime={date}>
      <Whole text={text} parts={[formatDay(toDay(date)), time]} />
    </time>
  )
}

/** The date as a figure. `Date & Time` says it in words. */
function BigDay({ day }: { day: string }) {
  return (
    <p className="big-day" aria-hidden="true">
      <span>{formatShortMonth(day)}</span>
      <b>{Number(day.slice(8))}</b>
      <span>{formatWeekday(day)}</span>
    </p>
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

/** In the language of the page; the code where it has no name. */
function nameLanguage(code: string): string {
  try {
    return new Intl.DisplayNames(locale(), { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
