import { filterEvents, splitByDay } from '#domain/event-filters.ts'
import { readFilters, writeFilters } from '#domain/filter-query.ts'
import { formatDay, toDay } from '#domain/pacific.ts'
import type { Snapshot } from '../calendar/snapshot.ts'
import type { Fill } from '../publisher/fill-shell.ts'
import type { FillParts } from './parts.ts'
import { writeEvents } from './words/events.ts'

/**
 * The most bytes of all events that the list's page carries, uncompressed: some eighty events. A longer list comes
 * by a read of its own, which is compressed once for all visitors and not sent again to one who has it.
 */
const mostBytes = 32 * 1024
/** How many events a page has for a reader without scripts. */
const pageSize = 50

const title = 'SF Tech Week - Events Calendar'

type Wanted = {
  /** The day in the path. */
  day?: string | undefined
  /** The query of the address: filters, and a page for a reader without scripts. */
  query: string
  now: Date
}

/** The page of all events, or of a day's. */
export async function fillEvents({ calendar, siteUrl }: FillParts, wanted: Wanted): Promise<Fill> {
  const { day } = wanted
  const snapshot = await calendar.read()
  const { body } = snapshot.whole.identity
  const isSmall = body.length <= mostBytes
  return {
    status: 200,
    head:
      day === undefined
        ? { canonical: `${siteUrl}/events` }
        : { ...describeDay(day, snapshot.listDay(day).length), canonical: `${siteUrl}/events/${day}` },
    ...(isSmall && { record: { address: '/api/events', status: 200, json: body.toString() } }),
    words: listEvents(snapshot, wanted),
  }
}

function listEvents(snapshot: Snapshot, { day, query, now }: Wanted): string {
  const hasDay = day !== undefined
  const filters = readFilters(query, hasDay)
  const today = toDay(now)
  const { upcoming, past } = splitByDay(
    filterEvents(snapshot.listAll(), filters, { today, specific: day }),
    today,
  )
  const events = [...upcoming, ...past]
  const page = readPage(query)
  const offset = (page - 1) * pageSize
  const again = new URLSearchParams(writeFilters(filters, hasDay))
  again.set('page', String(page + 1))
  return writeEvents({
    heading: hasDay ? `Events for ${formatDay(day)}` : title,
    path: hasDay ? `/events/${day}` : '/events',
    hasDay,
    filters,
    events,
    upcomingCount: upcoming.length,
    offset,
    limit: pageSize,
    next: events.length > offset + pageSize ? `?${again}` : undefined,
  })
}

/** From 1; what is no page is the first. */
function readPage(query: string): number {
  const given = new URLSearchParams(query).get('page') ?? ''
  return /^[1-9]\d{0,4}$/.test(given) ? Number(given) : 1
}

function describeDay(day: string, count: number) {
  const name = formatDay(day)
  const events = count === 1 ? '1 event' : `${count} events`
  return {
    title: `Events for ${name}`,
    description: `${events} for startup founders in San Francisco on ${name}.`,
  }
}
