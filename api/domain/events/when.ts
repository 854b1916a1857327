import type { CalendarEvent, EventState } from '#domain/events/event.ts'
import { fill, messages } from '#domain/language.ts'
import {
  addDays,
  countDays,
  formatDateAndTime,
  formatMonthDay,
  formatTime,
  formatWeekdayAndDay,
  formatWholeDay,
  listDays,
  toDay,
} from '#domain/pacific.ts'

type Times = Pick<CalendarEvent, 'date'> & EventState

/** `Cancelled: Founders breakfast`, for places that show the title without the status. */
export function nameWithStatus({ title, status }: Pick<CalendarEvent, 'title'> & EventState): string {
  if (status === undefined || status === 'rescheduled') return title
  const { statuses, titled } = messages().eventState
  const word = statuses[status]
  return fill(titled, { status: `${word[0]?.toUpperCase()}${word.slice(1)}`, title })
}

export const maxDays = 31

/** Six hours, in milliseconds: an event that ends by 6 AM is not listed on that last day. */
export const nightHours = 6 * 3_600_000

/** The Pacific day of the event's end. An end at midnight belongs to the day before. */
export function lastDay({ date, end, allDay }: Times): string {
  if (end === undefined) return toDay(date)
  const [first, last] = [toDay(date), toDay(allDay ? end : before(end, 1))]
  return last < first ? first : last
}

/**
 * The last day on which lists show the event, at most its 31st. A party until 2 AM is not listed on the next day.
 * `findDay`: a faster `toDay`, for callers with many events.
 */
export function lastListedDay(
  { date, end, allDay }: Times,
  first = toDay(date),
  findDay: (instant: string) => string = toDay,
): string {
  if (end === undefined || end <= date) return first
  const last = findDay(allDay ? end : before(end, nightHours + 1))
  if (last <= first) return first
  return countDays(first, last) < maxDays ? last : addDays(first, maxDays - 1)
}

export function listEventDays(times: Times): string[] {
  const first = toDay(times.date)
  return listDays(first, countDays(first, lastListedDay(times, first)) + 1)
}

export function runsOn(times: Times, day: string): boolean {
  const first = toDay(times.date)
  return first <= day && day <= lastListedDay(times, first)
}

export function isTooLong(times: Times): boolean {
  return countDays(toDay(times.date), lastDay(times)) >= maxDays
}

function before(instant: string, milliseconds: number): string {
  return new Date(Date.parse(instant) - milliseconds).toISOString()
}

export function describeWhen(times: Times): string {
  const { date, end, allDay } = times
  const [first, last] = [toDay(date), lastDay(times)]
  const isOneDay = first === last
  if (allDay) return isOneDay ? formatWholeDay(first) : `${formatWholeDay(first)} – ${formatWholeDay(last)}`
  if (end === undefined) return formatDateAndTime(date)
  return isOneDay ? formatDateAndTime(date, end) : `${formatDateAndTime(date)} – ${formatDateAndTime(end)}`
}

/** The time in a list row: `6:30 PM` or `all day`; on days after the first one, `until May 14`. */
export function describeTime(times: Times, day?: string): string {
  const { date, allDay } = times
  if (day !== undefined && toDay(date) < day) return describeUntil(times)
  return allDay ? messages().eventState.allDay : formatTime(date)
}

/** The time in a list that shows each event once: `6:30 PM, until May 14`. */
export function describeTimeAndEnd(times: Times, day: string): string {
  const time = describeTime(times, day)
  const first = toDay(times.date)
  return first === day && lastListedDay(times, first) > day ? `${time}, ${describeUntil(times)}` : time
}

/** The date in a list row: `Sat, Nov 21`; if multi-day, `Sat, Nov 21, until Nov 23`, later `since Sat, Nov 21`. */
export function describeDate(times: Times, day: string): string {
  const [date, first] = [formatWeekdayAndDay(times.date), toDay(times.date)]
  if (first < day) return fill(messages().eventState.since, { day: date })
  return lastListedDay(times, first) > first ? `${date}, ${describeUntil(times)}` : date
}

/** `until May 14`. */
export function describeUntil(times: Times): string {
  const noon = `${lastListedDay(times)}T20:00:00Z`
  // Month and day stay on one line.
  return fill(messages().eventState.until, { day: formatMonthDay(noon).replaceAll(' ', '\u00a0') })
}

/** The status in words. Undefined if the event takes place as planned. */
export function describeStatus({ status }: Pick<EventState, 'status'>): string | undefined {
  return status && messages().eventState.statuses[status]
}
