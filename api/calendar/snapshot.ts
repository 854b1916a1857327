import type { CalendarEvent, EventSummary } from '#domain/event.ts'
import { addDays, startOfDay } from '#domain/pacific.ts'
import { type PreparedAnswer, prepareAnswer } from '../http/prepared-answer.ts'

/** Days, first and last, either of them open. */
export type Window = { from?: string; to?: string }

/** The calendar as it was at one moment, with the answers made of it. */
export type Snapshot = {
  has: (id: string) => boolean
  /** Every event, whole. */
  whole: PreparedAnswer
  /** The events of a window, without their descriptions. */
  answer: (window: Window) => Promise<PreparedAnswer>
}

/** Answers to the same window are kept, up to so many: the months around today, which every visitor asks for. */
const keptWindows = 100

/** Takes events by date. */
export async function createSnapshot(events: CalendarEvent[]): Promise<Snapshot> {
  const ids = new Set(events.map(({ id }) => id))
  const windows = new Map<string, Promise<PreparedAnswer>>()
  const whole = await prepare(events)
  return {
    has: (id) => ids.has(id.toLowerCase()),
    whole,
    answer: (window) => {
      const key = `${window.from ?? ''}/${window.to ?? ''}`
      const kept = windows.get(key)
      if (kept) return kept
      const made = prepare(listWindow(events, window))
      if (windows.size < keptWindows) windows.set(key, made)
      return made
    },
  }
}

function listWindow(events: CalendarEvent[], { from, to }: Window): EventSummary[] {
  const first = from === undefined ? '' : startOfDay(from).toISOString()
  // The last day's end is the next day's start; there is no day after the last of the year 9999.
  const end = to === undefined || to === '9999-12-31' ? '~' : startOfDay(addDays(to, 1)).toISOString()
  return events
    .filter(({ date }) => first <= date && date < end)
    .map(({ description: _description, ...summary }) => summary)
}

function prepare(events: Array<CalendarEvent | EventSummary>): Promise<PreparedAnswer> {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' }
  return prepareAnswer(Buffer.from(JSON.stringify(events)), headers, 'often')
}
