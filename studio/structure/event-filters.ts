import { nightHours } from '#domain/events/when.ts'
import { addDays, startOfDay } from '#domain/pacific.ts'

/** A GROQ filter and its instants (ISO 8601 in UTC). */
export type EventFilter = { filter: string; params: Record<string, string> }

const isEvent = '_type == "event"'
// Not compared as texts: milliseconds are optional.
const end = 'dateTime(coalesce(end, date))'
/** As the site lists it: until 6 AM a night belongs to the day on which it began. */
const endsLater = `(dateTime(date) >= dateTime($start) || ${end} > dateTime($morning)
  || coalesce(allDay, false) && ${end} >= dateTime($start))`

function startOf(day: string): { start: string; morning: string } {
  const midnight = startOfDay(day)
  return {
    start: midnight.toISOString(),
    morning: new Date(midnight.getTime() + nightHours).toISOString(),
  }
}

/** Includes events without a date, and those that have begun and not ended. */
export function fromDayOn(day: string): EventFilter {
  return { filter: `${isEvent} && (!defined(date) || ${endsLater})`, params: startOf(day) }
}

export function beforeDay(day: string): EventFilter {
  return { filter: `${isEvent} && defined(date) && !${endsLater}`, params: startOf(day) }
}

/** Includes those that began before. */
export function onDay(day: string): EventFilter {
  return {
    filter: `${isEvent} && dateTime(date) < dateTime($end) && ${endsLater}`,
    params: { ...startOf(day), end: startOf(addDays(day, 1)).start },
  }
}

export const allEvents: EventFilter = { filter: isEvent, params: {} }
