import type { CalendarEvent, EventSummary } from '#domain/event.ts'
import { type DatedEvent, dateEvent } from '#domain/event-filters.ts'
import { addDays, startOfDay, toDay } from '#domain/pacific.ts'
import { createBoundedCache } from '../http/bounded-cache.ts'
import { type PreparedAnswer, prepareAnswer } from '../http/prepared-answer.ts'

/** Days, first and last, either of them open. */
export type Window = { from?: string | undefined; to?: string | undefined }

/** The calendar as it was at one moment, with the answers made of it. */
export type Snapshot = {
  /** An event by its id, letter case aside. */
  find: (id: string) => CalendarEvent | undefined
  /** Every event by time, with its day. */
  listAll: () => readonly DatedEvent[]
  /** The events of a day by time. */
  listDay: (day: string) => readonly DatedEvent[]
  /** Every event, whole. */
  whole: PreparedAnswer
  /** The events of a window, without their descriptions. */
  answer: (window: Window) => Promise<PreparedAnswer>
}

/** Answers are kept for whoever asks next, the months around today for every visitor, up to so many bytes. */
const keptBytes = 8 * 1024 * 1024

/** Takes events by date. */
export async function createSnapshot(events: CalendarEvent[]): Promise<Snapshot> {
  const byId = new Map(events.map((event) => [event.id, event]))
  const kept = createBoundedCache(keptBytes, sizeOf)
  const whole = await prepare(events)
  // Worked out once, and only for readers without scripts: others get the events, and do it themselves.
  let dated: DatedEvent[] | undefined
  let byDay: Map<string, DatedEvent[]> | undefined
  const listAll = () => (dated ??= events.map(dateEvent))
  return {
    find: (id) => byId.get(id.toLowerCase()),
    listAll,
    listDay: (day) => (byDay ??= Map.groupBy(listAll(), (event) => event.day)).get(day) ?? [],
    whole,
    answer: async (window) => {
      const clipped = clip(events, window)
      const key = `${clipped.from ?? ''}/${clipped.to ?? ''}`
      const answer = kept.get(key) ?? (await prepare(summarize(filterWindow(events, clipped))))
      kept.set(key, answer)
      return answer
    },
  }
}

/** The same window, open where nothing lies beyond: a thousand years more or less are no other answer to keep. */
function clip(events: CalendarEvent[], { from, to }: Window): Window {
  const [first, last] = [events[0], events.at(-1)]
  if (!first || !last) return {}
  return {
    from: from !== undefined && from > toDay(first.date) ? from : undefined,
    to: to !== undefined && to < toDay(last.date) ? to : undefined,
  }
}

function filterWindow(events: CalendarEvent[], { from, to }: Window): CalendarEvent[] {
  const first = from === undefined ? '' : startOfDay(from).toISOString()
  const end = to === undefined ? '~' : startOfDay(addDays(to, 1)).toISOString()
  return events.filter(({ date }) => first <= date && date < end)
}

function summarize(events: CalendarEvent[]): EventSummary[] {
  return events.map(({ description: _description, ...summary }) => summary)
}

function sizeOf({ identity, br, gzip }: PreparedAnswer): number {
  return [identity, br, gzip].reduce((sum, variant) => sum + (variant?.body.length ?? 0), 0)
}

function prepare(events: Array<CalendarEvent | EventSummary>): Promise<PreparedAnswer> {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' }
  return prepareAnswer(Buffer.from(JSON.stringify(events)), headers, 'often')
}
