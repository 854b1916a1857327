import type { CalendarEvent } from '#domain/event.ts'
import { toDay } from '#domain/pacific.ts'

/** What a calendar shows of an event. */
export type BriefEvent = Pick<CalendarEvent, 'id' | 'date' | 'title'>

/** The events of a day: how many, and the first of them by time. */
export type DaySummary = { count: number; first: BriefEvent[] }

/** By day, `YYYY-MM-DD`. Days without events are absent. */
export type DaySummaries = Readonly<Record<string, DaySummary>>

/** The most events that the home screen shows of a day (spec, section 9). */
const shown = 3

export const noEvents: DaySummary = { count: 0, first: [] }

/** Takes the events of one day by time. */
export function summarizeDay(events: readonly BriefEvent[]): DaySummary {
  const first = events.slice(0, shown).map(({ id, date, title }) => ({ id, date, title }))
  return { count: events.length, first }
}

/** Takes events by time. */
export function summarizeDays(events: readonly BriefEvent[]): DaySummaries {
  const days = [...Map.groupBy(events, ({ date }) => toDay(date))]
  return Object.fromEntries(days.map(([day, all]) => [day, summarizeDay(all)]))
}
