import type { CalendarEvent } from '#domain/events/event.ts'
import { lastListedDay, listEventDays } from '#domain/events/when.ts'
import { addDays, toDay } from '#domain/pacific.ts'

type BriefEvent = Pick<CalendarEvent, 'id' | 'date' | 'end' | 'title' | 'allDay' | 'status'>

export type DaySummary = { count: number; first: BriefEvent[] }

/** By day, `YYYY-MM-DD`. Days without events are absent. */
export type DaySummaries = Readonly<Record<string, DaySummary>>

/** The nearest days that have events. */
export type DaysAround = {
  before: string | undefined
  after: ({ day: string } & DaySummary) | undefined
}

/** Number of events that the home page shows for a day (spec, section 9). */
const shown = 3
const othersShown = 5

export const noEvents: DaySummary = { count: 0, first: [] }

/** Counts `events`, which are sorted by time, and keeps the first `most`. */
export function summarizeDay(events: readonly BriefEvent[], most = shown): DaySummary {
  return { count: events.length, first: events.slice(0, most).map(toBrief) }
}

function toBrief(event: BriefEvent): BriefEvent {
  const { id, date, title, end, allDay, status } = event
  const isOfDays = end !== undefined && lastListedDay(event) > toDay(date)
  return { id, date, title, ...(isOfDays && { end }), ...(allDay && { allDay }), ...(status && { status }) }
}

/** `events`: sorted by time. A multi-day event counts on each of its days between `from` and `to`, both included. */
export function summarizeDays(
  events: readonly BriefEvent[],
  { from, to }: { from: string; to: string },
): DaySummaries {
  const days = new Map<string, BriefEvent[]>()
  for (const event of events) {
    for (const day of listEventDays(event).filter((each) => from <= each && each <= to))
      days.set(day, [...(days.get(day) ?? []), event])
  }
  return Object.fromEntries([...days].map(([day, all]) => [day, summarizeDay(all)]))
}

/** `ofDay`: sorted by time. Leaves out the event with this id. */
export function summarizeOthers(ofDay: readonly BriefEvent[], id: string): DaySummary {
  const others = ofDay.filter((event) => event.id !== id)
  return summarizeDay(others, othersShown)
}

type DatedBrief = BriefEvent & { day: string; lastDay: string }

/** `events`: sorted by time. */
export function findDaysAround(events: readonly DatedBrief[], day: string): DaysAround {
  const [dayBefore, dayAfter] = [addDays(day, -1), addDays(day, 1)]
  const earlier = events.filter((event) => event.day < day)
  const lastDays = earlier.map(({ lastDay }) => (lastDay < day ? lastDay : dayBefore))
  const before = lastDays.toSorted().at(-1)
  const later = events.find((event) => event.lastDay > day)
  const after = later && (later.day > day ? later.day : dayAfter)
  if (after === undefined) return { before, after }
  const ofAfter = events.filter((event) => event.day <= after && after <= event.lastDay)
  return { before, after: { day: after, ...summarizeDay(ofAfter) } }
}
