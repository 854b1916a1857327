import { filterEvents, readFilters, titleFiltered, writeFilters } from '#domain/events/event-filters.ts'
import type { CalendarEvent } from '#domain/events/event.ts'
import { fill, messages } from '#domain/language.ts'
import { addDays, formatDay, toDay } from '#domain/pacific.ts'
import { endOfDay, eventSource, seriesSource, type Cacheable } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import { RequestError } from '../errors.ts'
import type { Calendar } from '../events/calendar.ts'
import { findSeries } from '../events/series.ts'
import { findCalendar, recordRead } from '../personal/queries.ts'

/** `page` is the path of the page that shows the same events. */
export type CalendarContent = { name: string; page: string; events: readonly CalendarEvent[] }

type Found = Cacheable<CalendarContent> | undefined

type Wanted = { day?: string | undefined; query: string; now: Date }

/** Days for which past events stay in `/events.ics`. */
const daysKept = 90

/** The events that match the page's filters, of a day or else from 90 days ago on, sorted by time. */
export async function listCalendar(calendar: Calendar, wanted: Wanted): Promise<Cacheable<CalendarContent>> {
  const { day, now } = wanted
  const { filters, page, events: kept } = await findEvents(calendar, wanted)
  const { title, ofDay } = messages().events
  const name = titleFiltered(day === undefined ? title : fill(ofDay, { day: formatDay(day) }), filters)
  const first = addDays(toDay(now), -daysKept)
  const events = day === undefined ? kept.filter(({ lastDay }) => lastDay >= first) : kept
  return { value: { name, page, events }, sources: ['events'], until: endOfDay(now) }
}

export async function eventCalendar(calendar: Calendar, id: string): Promise<Found> {
  const event = (await calendar.read()).find(id)
  if (!event) return undefined
  const value = { name: event.title, page: `/event/${event.id}`, events: [event] }
  return { value, sources: [eventSource(id)] }
}

/** All events of a series, past ones as well. */
export async function seriesCalendar(calendar: Calendar, series: string): Promise<Found> {
  const { name, events } = findSeries((await calendar.read()).listEvents(), series)
  const [first] = events
  return first && { value: { name, page: `/event/${first.id}`, events }, sources: [seriesSource(series)] }
}

/** The events of a personal calendar that still exist. Throws 410 if its owner gave it up. */
export async function personalCalendar(
  sql: Database,
  calendar: Calendar,
  id: Buffer,
): Promise<{ value: CalendarContent } | undefined> {
  const [found, all] = await Promise.all([findCalendar(sql, id), calendar.read()])
  if (!found) return undefined
  if (found.events === null) throw new RequestError(410, messages().personal.givenUp)
  void recordRead(sql, id).catch(() => {}) // Not awaited.
  const wanted = new Set(found.events)
  const events = all.listEvents().filter((event) => wanted.has(event.id))
  return { value: { name: messages().personal.feed, page: '/calendar', events } }
}

/** The events that match the filters of the events page, sorted by time, and the path of that page. */
export async function findEvents(calendar: Calendar, { day, query, now }: Wanted) {
  const hasDay = day !== undefined
  const filters = readFilters(query, hasDay)
  const all = (await calendar.read()).listAll()
  const events = filterEvents(all, filters, { today: toDay(now), specific: day })
  const page = `/events${hasDay ? `/${day}` : ''}${writeFilters(filters, hasDay)}`
  return { filters, page, events }
}
