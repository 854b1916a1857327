import { type DatedEvent, dateEvents } from '#domain/events/event-filters.ts'
import type { CalendarEvent, EventSummary } from '#domain/events/event.ts'
import { eventSummarySchema } from '#domain/events/event-schema.ts'

/** Mutable: read it again after each await. */
export type Snapshot = ReturnType<typeof createSnapshot>

type Entry = { event: CalendarEvent; dated: DatedEvent }

/** Accepts events in any order. All lists are sorted by time. */
export function createSnapshot(events: readonly CalendarEvent[]) {
  const byId = new Map<string, Entry>()
  let entries: Entry[] = []
  // A page asks for each day of two months: without these, 20,000 events would block the process for 40 ms.
  let byFirstDay = new Map<string, Entry[]>()
  let multiDay: Entry[] = []

  /** Removes the events of `ids` and adds `changed`. */
  function replace(ids: readonly string[], changed: readonly CalendarEvent[]): void {
    const dated = dateEvents(changed)
    for (const id of ids) byId.delete(id)
    for (const [index, event] of changed.entries())
      byId.set(event.id, { event, dated: dated[index] as DatedEvent })
    entries = [...byId.values()].toSorted(compareEntries)
    byFirstDay = Map.groupBy(entries, (entry) => entry.dated.day)
    multiDay = entries.filter((entry) => entry.dated.lastDay > entry.dated.day)
  }

  function listDay(day: string): DatedEvent[] {
    const running = multiDay.filter(({ dated }) => dated.day < day && day <= dated.lastDay)
    return [...running, ...(byFirstDay.get(day) ?? [])].map(({ dated }) => dated)
  }

  /** The events that run in the window, even if they began earlier. Sorted by time, without descriptions. */
  function listSummaries(from = '', to = '~'): EventSummary[] {
    const running = entries.filter(({ dated }) => dated.day <= to && from <= dated.lastDay)
    return running.map(({ event }) => summarizeEvent(event))
  }

  replace([], events)
  return {
    /** Ignores letter case. */
    find: (id: string) => byId.get(id.toLowerCase())?.event,
    listAll: () => entries.map(({ dated }) => dated),
    listDay,
    listEvents: () => entries.map(({ event }) => event),
    listSummaries,
    replace,
  }
}

const summaryFields = Object.keys(eventSummarySchema.shape) as Array<keyof EventSummary>

/** The fields of lists. With `Object.fromEntries`, a list of 20,000 events would block for 50 ms. */
export function summarizeEvent(event: CalendarEvent): EventSummary {
  const summary: Record<string, unknown> = {}
  for (const name of summaryFields) if (event[name] !== undefined) summary[name] = event[name]
  return summary as EventSummary
}

/** By date, title and id; titles by code point, so that all processes sort alike. */
function compareEntries({ event: one }: Entry, { event: other }: Entry): number {
  if (one.date !== other.date) return one.date < other.date ? -1 : 1
  const byTitle = Buffer.compare(Buffer.from(one.title), Buffer.from(other.title))
  if (byTitle !== 0 || one.id === other.id) return byTitle
  return one.id < other.id ? -1 : 1
}
