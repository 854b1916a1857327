import { type DatedEvent, dateEvents } from '#domain/events/event-filters.ts'
import { type CalendarEvent, type EventSummary, summarizeEvent } from '#domain/events/event.ts'
import { addDays, startOfDay } from '#domain/pacific.ts'

/** First and last day, both optional. */
export type DayRange = { from?: string | undefined; to?: string | undefined }

/** Mutable: read it again after each await. */
export type Snapshot = {
  /** Ignores letter case. */
  find: (id: string) => CalendarEvent | undefined
  listAll: () => readonly DatedEvent[]
  listDay: (day: string) => readonly DatedEvent[]
  listEvents: () => CalendarEvent[]
  /** The events that run in the window, even if they began earlier. Sorted by time, without descriptions. */
  listSummaries: (window: DayRange) => EventSummary[]
  /** Removes the events of `ids` and adds `events`. */
  replace: (ids: readonly string[], events: readonly CalendarEvent[]) => void
}

type Entry = { event: CalendarEvent; dated: DatedEvent }

/** Accepts events in any order; fastest if sorted by date. */
export function createSnapshot(events: readonly CalendarEvent[]): Snapshot {
  const entries = toEntries(events).toSorted(compareEntries)
  const byId = new Map(entries.map((entry) => [entry.event.id, entry]))
  /** Entries of several days, cached until the next change. */
  let multiDayEntries: Entry[] | undefined

  function findInRange({ from = '', to = '~' }: DayRange): Entry[] {
    const [first, last] = [entries[0], entries.at(-1)]
    const within = entries.slice(
      first && from > first.dated.day ? countWhere(entries, isBefore(startOfDay(from))) : 0,
      last && to < last.dated.day
        ? countWhere(entries, isBefore(startOfDay(addDays(to, 1))))
        : entries.length,
    )
    multiDayEntries ??= entries.filter(({ dated }) => dated.lastDay > dated.day)
    const running = multiDayEntries.filter(({ dated }) => dated.day < from && dated.lastDay >= from)
    return running.length > 0 ? [...running, ...within] : within
  }

  function findPosition(entry: Entry): number {
    return countWhere(entries, (other) => compareEntries(other, entry) < 0)
  }

  return {
    find: (id) => byId.get(id.toLowerCase())?.event,
    listAll: () => entries.map(({ dated }) => dated),
    listDay: (day) => findInRange({ from: day, to: day }).map(({ dated }) => dated),
    listEvents: () => entries.map(({ event }) => event),
    listSummaries: (window) => findInRange(window).map(({ event }) => summarizeEvent(event)),
    replace: (ids, changed) => {
      const added = toEntries(changed)
      multiDayEntries = undefined
      for (const id of ids) {
        const entry = byId.get(id)
        if (entry) entries.splice(findPosition(entry), 1)
        byId.delete(id)
      }
      for (const entry of added) {
        entries.splice(findPosition(entry), 0, entry)
        byId.set(entry.event.id, entry)
      }
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
  const byTitle = Buffer.compare(Buffer.from(one.title), Buffer.from(other.title))
  if (byTitle !== 0 || one.id === other.id) return byTitle
  return one.id < other.id ? -1 : 1
}

function isBefore(instant: Date): (entry: Entry) => boolean {
  const date = instant.toISOString()
  return ({ event }) => event.date < date
}

/** Binary search: the number of leading entries for which `holds` is true. */
function countWhere(entries: readonly Entry[], holds: (entry: Entry) => boolean): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(entries[middle] as Entry)) low = middle + 1
    else high = middle
  }
  return low
}
