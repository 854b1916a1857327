import { type DatedEvent, groupEvents, readFilters, writeFilters } from '#domain/events/event-filters.ts'
import type { CalendarEvent } from '#domain/events/event.ts'
import { fill, messages } from '#domain/language.ts'
import { addDays, formatDay, toDay } from '#domain/pacific.ts'
import { endOfDay, eventSource, type Shown } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import { RequestError } from '../errors.ts'
import type { Calendar } from '../events/calendar.ts'
import { findCalendar, noteRead } from '../personal/queries.ts'

/** `page` is the path of the page that shows the same. */
export type CalendarContent = { name: string; page: string; events: readonly CalendarEvent[] }

type Wanted = { query: string; now: Date }

/** Days that an event stays in the whole calendar after it has taken place. */
const daysKept = 90

/** The events that the page's filters keep, by time, those of the last 90 days and all later ones. */
export async function listCalendar(
  calendar: Calendar,
  { query, now }: Wanted,
): Promise<Shown<CalendarContent>> {
  const first = addDays(toDay(now), -daysKept)
  const kept = await filterEvents(calendar, { query, now })
  const page = `/events${writeFilters(readFilters(query, false), false)}`
  const events = kept.filter(({ lastDay }) => lastDay >= first)
  return {
    value: { name: messages().events.title, page, events },
    sources: ['events'],
    until: endOfDay(now),
  }
}

export async function dayCalendar(
  calendar: Calendar,
  { day, query, now }: Wanted & { day: string },
): Promise<Shown<CalendarContent>> {
  const events = await filterEvents(calendar, { day, query, now })
  const page = `/events/${day}${writeFilters(readFilters(query, true), true)}`
  const name = fill(messages().events.ofDay, { day: formatDay(day) })
  return { value: { name, page, events }, sources: ['events'], until: endOfDay(now) }
}

export async function eventCalendar(
  calendar: Calendar,
  id: string,
): Promise<Shown<CalendarContent> | undefined> {
  const event = (await calendar.read()).find(id)
  return (
    event && {
      value: { name: event.title, page: `/event/${event.id}`, events: [event] },
      sources: [eventSource(id)],
    }
  )
}

/** All events of a series, past ones as well. */
export async function seriesCalendar(
  calendar: Calendar,
  series: string,
): Promise<Shown<CalendarContent> | undefined> {
  const events = (await calendar.read()).listEvents().filter((event) => event.series === series)
  const [first] = events
  return first && { value: { name: first.title, page: `/event/${first.id}`, events }, sources: ['events'] }
}

/** The events of a personal calendar that are still in the calendar. Throws 410 if it was given up. */
export async function personalCalendar(
  sql: Database,
  calendar: Calendar,
  id: Buffer,
): Promise<{ value: CalendarContent } | undefined> {
  const [found, all] = await Promise.all([findCalendar(sql, id), calendar.read()])
  if (!found) return undefined
  if (found.events === null) throw new RequestError(410, messages().personal.givenUp)
  void noteRead(sql, id).catch(() => {}) // Nobody waits for it.
  const wanted = new Set(found.events)
  const events = all.listEvents().filter((event) => wanted.has(event.id))
  return { value: { name: messages().personal.feed, page: '/calendar', events } }
}

/** By time, as the events page filters them. */
export async function filterEvents(
  calendar: Calendar,
  { day, query, now }: Wanted & { day?: string },
): Promise<DatedEvent[]> {
  const all = (await calendar.read()).listAll()
  const days = { today: toDay(now), specific: day }
  const groups = groupEvents(all, readFilters(query, day !== undefined), days)
  const kept = new Set(groups.flatMap(({ upcoming, past }) => [...upcoming, ...past]).map(({ id }) => id))
  return all.filter(({ id }) => kept.has(id))
}
