import { addDays, startOfDay } from '#domain/pacific.ts'

/** A GROQ filter and its instants (ISO 8601 in UTC). */
export type EventFilter = { filter: string; params: Record<string, string> }

const isEvent = '_type == "event"'
// Not compared as texts: milliseconds are optional.
const begun = 'dateTime(date) >= dateTime($start)'
const ended = 'dateTime(date) < dateTime($end)'

function midnightOf(day: string): string {
  return startOfDay(day).toISOString()
}

/** Includes events without a date. */
export function fromDayOn(day: string): EventFilter {
  return { filter: `${isEvent} && (!defined(date) || ${begun})`, params: { start: midnightOf(day) } }
}

export function beforeDay(day: string): EventFilter {
  return { filter: `${isEvent} && ${ended}`, params: { end: midnightOf(day) } }
}

export function onDay(day: string): EventFilter {
  return {
    filter: `${isEvent} && ${begun} && ${ended}`,
    params: { start: midnightOf(day), end: midnightOf(addDays(day, 1)) },
  }
}

export const allEvents: EventFilter = { filter: isEvent, params: {} }
