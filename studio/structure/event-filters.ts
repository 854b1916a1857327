import { nightHours } from '#domain/events/when.ts'
import { addDays, startOfDay } from '#domain/pacific.ts'

/** A GROQ filter and its instants (ISO 8601 in UTC). */
export type EventFilter = { filter: string; params: Record<string, string> }

const isEvent = '_type == "event"'
// Text comparison would fail: milliseconds are optional, and a draft's date may be a text that cannot be read.
const start = 'dateTime(date)'
const end = `coalesce(dateTime(end), ${start})`
/** As on the site, an event that ends by 6 AM belongs to the day on which it began. */
const endsLater = `(${start} >= dateTime($start) || ${end} > dateTime($morning)
  || coalesce(allDay, false) && ${end} >= dateTime($start))`

function startOf(day: string): { start: string; morning: string } {
  const midnight = startOfDay(day)
  return {
    start: midnight.toISOString(),
    morning: new Date(midnight.getTime() + nightHours).toISOString(),
  }
}

/** Includes events without a readable date, and those that have begun and not ended. */
export function fromDayOn(day: string): EventFilter {
  return { filter: `${isEvent} && (!defined(${start}) || ${endsLater})`, params: startOf(day) }
}

export function beforeDay(day: string): EventFilter {
  return { filter: `${isEvent} && defined(${start}) && !${endsLater}`, params: startOf(day) }
}

/** Includes events of several days that began earlier. */
export function onDay(day: string): EventFilter {
  return {
    filter: `${isEvent} && ${start} < dateTime($end) && ${endsLater}`,
    params: { ...startOf(day), end: startOf(addDays(day, 1)).start },
  }
}

export const allEvents: EventFilter = { filter: isEvent, params: {} }
