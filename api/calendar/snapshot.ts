import type { CalendarEvent, EventSummary } from '#domain/event.ts'
import { type DatedEvent, dateEvents } from '#domain/event-filters.ts'
import { addDays, startOfDay } from '#domain/pacific.ts'

/** First and last day, both optional. */
export type Window = { from?: string | undefined; to?: string | undefined }

export type Snapshot = {
  /** Ignores letter case. */
  find: (id: string) => CalendarEvent | undefined
  listAll: () => readonly DatedEvent[]
  listDay: (day: string) => readonly DatedEvent[]
  listEvents: () => CalendarEvent[]
  /** Sorted by time, without descriptions. */
  listSummaries: (window: Window) => EventSummary[]
  replace: (ids: readonly string[], events: readonly CalendarEvent[]) => Snapshot
}

type Entry = { event: CalendarEvent; dated: DatedEvent }

/** Takes events in any order, fastest by date. */
export function createSnapshot(events: readonly CalendarEvent[]): Snapshot {
  return fromEntries(toEntries(events))
}

function fromEntries(unordered: readonly Entry[]): Snapshot {
  const entries = unordered.toSorted(compareEntries)
  const [first, last] = [entries[0], entries.at(-1)]
  let byId: Map<string, Entry> | undefined
  let dated: readonly DatedEvent[] | undefined
  const take = ({ from = '', to = '~' }: Window) =>
    entries.slice(
      first && from > first.dated.day ? countBefore(entries, startOfDay(from)) : 0,
      last && to < last.dated.day ? countBefore(entries, startOfDay(addDays(to, 1))) : entries.length,
    )
  return {
    find: (id) => {
      byId ??= new Map(entries.map((entry) => [entry.event.id, entry]))
      return byId.get(id.toLowerCase())?.event
    },
    listAll: () => (dated ??= entries.map((entry) => entry.dated)),
    listDay: (day) => take({ from: day, to: day }).map((entry) => entry.dated),
    listEvents: () => entries.map(({ event }) => event),
    listSummaries: (window) =>
      take(window).map(({ event: { description: _description, ...summary } }) => summary),
    replace: (ids, events) => {
      const replaced = new Set(ids)
      const others = entries.filter(({ event }) => !replaced.has(event.id))
      return fromEntries([...others, ...toEntries(events)])
    },
  }
}

function toEntries(events: readonly CalendarEvent[]): Entry[] {
  const dated = dateEvents(events)
  return events.map((event, index) => ({ event, dated: dated[index] as DatedEvent }))
}

/** By date, title and id; titles by code point, so that all processes sort alike. */
function compareEntries({ event: one }: Entry, { event: other }: Entry): number {
  if (one.date !== other.date) return one.date < other.date ? -1 : 1
  return Buffer.compare(Buffer.from(one.title), Buffer.from(other.title)) || (one.id < other.id ? -1 : 1)
}

function countBefore(entries: readonly Entry[], instant: Date): number {
  const date = instant.toISOString()
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((entries[middle] as Entry).event.date < date) low = middle + 1
    else high = middle
  }
  return low
}
