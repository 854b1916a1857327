import type { CalendarEvent } from '#domain/events/event.ts'
import { toDay } from '#domain/pacific.ts'

type BriefEvent = Pick<CalendarEvent, 'id' | 'date' | 'title' | 'allDay' | 'status'>

/** `first` are the first events of the day by time. */
export type DaySummary = { count: number; first: BriefEvent[] }

/** By day, `YYYY-MM-DD`. Days without events are absent. */
export type DaySummaries = Readonly<Record<string, DaySummary>>

/** The nearest days that have events. */
export type DaysAround = {
  before: string | undefined
  after: ({ day: string } & DaySummary) | undefined
}

/** Events that the home screen shows for a day (spec, section 9). */
const shown = 3
/** Events that an event's page names of its day. */
const othersShown = 5

export const noEvents: DaySummary = { count: 0, first: [] }

/** Takes events by time: those of one day, unless `most` is given. */
export function summarizeDay(events: readonly BriefEvent[], most = shown): DaySummary {
  const first = events.slice(0, most).map(({ id, date, title, allDay, status }) => ({
    id,
    date,
    title,
    ...(allDay && { allDay }),
    ...(status && { status }),
  }))
  return { count: events.length, first }
}

/** Takes events by time. */
export function summarizeDays(events: readonly BriefEvent[]): DaySummaries {
  const days = [...Map.groupBy(events, ({ date }) => toDay(date))]
  return Object.fromEntries(days.map(([day, all]) => [day, summarizeDay(all)]))
}

/** The other events of its day, which it takes by time. */
export function summarizeOthers(ofDay: readonly BriefEvent[], id: string): DaySummary {
  return summarizeDay(
    ofDay.filter((event) => event.id !== id),
    othersShown,
  )
}

type DatedBrief = BriefEvent & { day: string }

/** Takes events by time. */
export function findDaysAround(events: readonly DatedBrief[], day: string): DaysAround {
  const before = events.findLast((event) => event.day < day)?.day
  const after = events.find((event) => event.day > day)?.day
  return {
    before,
    after:
      after === undefined
        ? undefined
        : { day: after, ...summarizeDay(events.filter((event) => event.day === after)) },
  }
}
