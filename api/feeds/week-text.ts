import { nameFilters } from '#domain/events/event-filters.ts'
import { type CalendarEvent, describePlace } from '#domain/events/event.ts'
import { describeStatus, describeTimeAndEnd } from '#domain/events/when.ts'
import { fill, linkTo, messages } from '#domain/language.ts'
import {
  addDays,
  formatDay,
  formatDayOfMonth,
  formatWeekdayAndDate,
  toDay,
  weekdayOf,
} from '#domain/pacific.ts'
import { isolate, toLine } from '#domain/pages/page-head.ts'
import { endOfDay, type Cacheable } from '../answers/sources.ts'
import type { Calendar } from '../events/calendar.ts'
import { findEvents } from './calendars.ts'

/**
 * The events of a week as plain text for chats, Sunday to Saturday as in the calendar. The page's filters apply, except
 * the date. An event of several days is listed once.
 */
export async function weekText(
  calendar: Calendar,
  { day, query, now }: { day: string | undefined; query: string; now: Date },
  siteUrl: string,
): Promise<Cacheable<string>> {
  const others = new URLSearchParams(query)
  others.delete('date')
  const around = day ?? toDay(now)
  const first = addDays(around, -weekdayOf(around))
  const last = addDays(first, 6)
  const { filters, events: all } = await findEvents(calendar, { query: String(others), now })
  const byDay = Map.groupBy(
    all.filter((event) => event.day <= last && first <= event.lastDay),
    (event) => (event.day < first ? first : event.day),
  )
  const { title, named, noneInWeek } = messages().events
  const week = `${formatDayOfMonth(first)} – ${formatDay(last)}`
  const parts = [...byDay].map(([each, events]) =>
    [formatWeekdayAndDate(each), ...events.map((event) => writeLine(event, each, siteUrl))].join('\n'),
  )
  const heading = [fill(named, { name: title, value: week }), ...nameFilters(filters)].join(' · ')
  const value = `${[heading, ...(parts.length > 0 ? parts : [noneInWeek])].join('\n\n')}\n`
  return { value, sources: ['events'], until: day === undefined ? endOfDay(now) : undefined }
}

/** The URL comes last, so that programs do not take other text for a part of it. */
function writeLine(event: CalendarEvent, day: string, siteUrl: string): string {
  const status = describeStatus(event)
  const title = isolate(toLine(event.title)) + (status === undefined ? '' : ` (${status})`)
  const name = `${describeTimeAndEnd(event, day)} ${title}`
  return [name, isolate(toLine(describePlace(event))), siteUrl + linkTo(`/event/${event.id}`)].join(' — ')
}
