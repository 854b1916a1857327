import { addDays, startOfDay } from '#domain/pacific.ts'

/** A part of the events: a GROQ filter and the instants that it compares with (ISO 8601, UTC). */
export type EventFilter = { filter: string; params: Record<string, string> }

const isEvent = '_type == "event"'
// `dateTime`, since texts of one instant may differ: with milliseconds or without.
const begun = 'dateTime(date) >= dateTime($start)'
const ended = 'dateTime(date) < dateTime($end)'

/** Midnight in San Francisco at which a day begins. */
function midnightOf(day: string): string {
  return startOfDay(day).toISOString()
}

/** Events of a day (`YYYY-MM-DD`, San Francisco) and all days after it; also those that have no date yet. */
export function fromDayOn(day: string): EventFilter {
  return { filter: `${isEvent} && (!defined(date) || ${begun})`, params: { start: midnightOf(day) } }
}

/** Events of the days before a day. */
export function beforeDay(day: string): EventFilter {
  return { filter: `${isEvent} && ${ended}`, params: { end: midnightOf(day) } }
}

/** Events of one day. */
export function onDay(day: string): EventFilter {
  return {
    filter: `${isEvent} && ${begun} && ${ended}`,
    params: { start: midnightOf(day), end: midnightOf(addDays(day, 1)) },
  }
}

export const allEvents: EventFilter = { filter: isEvent, params: {} }
