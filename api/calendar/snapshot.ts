import type { CalendarEvent, EventSummary } from '#domain/event.ts'
import { addDays, startOfDay, toDay } from '#domain/pacific.ts'
import { type PreparedAnswer, prepareAnswer } from '../http/prepared-answer.ts'

/** Days, first and last, either of them open. */
export type Window = { from?: string | undefined; to?: string | undefined }

/** The calendar as it was at one moment, with the answers made of it. */
export type Snapshot = {
  has: (id: string) => boolean
  /** Every event, whole. */
  whole: PreparedAnswer
  /** The events of a window, without their descriptions. */
  answer: (window: Window) => Promise<PreparedAnswer>
}

/** Answers are kept for whoever asks next, the months around today for every visitor, up to so many bytes. */
const keptBytes = 8 * 1024 * 1024

/** Takes events by date. */
export async function createSnapshot(events: CalendarEvent[]): Promise<Snapshot> {
  const ids = new Set(events.map(({ id }) => id))
  const kept = new Map<string, PreparedAnswer>()
  let bytes = 0

  /** The longest unasked go first. */
  function keep(key: string, answer: PreparedAnswer): void {
    if (kept.has(key)) return
    kept.set(key, answer)
    bytes += sizeOf(answer)
    for (const [oldest, old] of kept) {
      if (bytes <= keptBytes) break
      kept.delete(oldest)
      bytes -= sizeOf(old)
    }
  }

  const whole = await prepare(events)
  return {
    has: (id) => ids.has(id.toLowerCase()),
    whole,
    answer: async (window) => {
      const clipped = clip(events, window)
      const key = `${clipped.from ?? ''}/${clipped.to ?? ''}`
      const known = kept.get(key)
      if (known) {
        kept.delete(key)
        kept.set(key, known)
        return known
      }
      const answer = await prepare(listWindow(events, clipped))
      keep(key, answer)
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

function listWindow(events: CalendarEvent[], { from, to }: Window): EventSummary[] {
  const first = from === undefined ? '' : startOfDay(from).toISOString()
  const end = to === undefined ? '~' : startOfDay(addDays(to, 1)).toISOString()
  return events
    .filter(({ date }) => first <= date && date < end)
    .map(({ description: _description, ...summary }) => summary)
}

function sizeOf({ identity, br, gzip }: PreparedAnswer): number {
  return [identity, br, gzip].reduce((sum, variant) => sum + (variant?.body.length ?? 0), 0)
}

function prepare(events: Array<CalendarEvent | EventSummary>): Promise<PreparedAnswer> {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' }
  return prepareAnswer(Buffer.from(JSON.stringify(events)), headers, 'often')
}
