import { countEvents, type EventFilters, groupEvents } from '#domain/event-filters.ts'
import { readFilters, writeFilters } from '#domain/filter-query.ts'
import { fill, currentLanguage, plural, words } from '#domain/language.ts'
import { formatDay, toDay } from '#domain/pacific.ts'
import type { Snapshot } from '../calendar/snapshot.ts'
import type { Fill } from '../publisher/fill-shell.ts'
import { createWordCache } from './keep-words.ts'
import type { FillParts } from './parts.ts'
import { writeEvents } from './words/events.ts'

/**
 * The most bytes of all events that the list's page carries, uncompressed: some eighty events. A longer list comes
 * by a read of its own, which is compressed once for all visitors and not sent again to one who has it.
 */
const mostBytes = 32 * 1024
/** How many events a page has for a reader without scripts. */
const pageSize = 50

type Wanted = {
  /** The day in the path. */
  day?: string | undefined
  /** The query of the address: filters, and a page for a reader without scripts. */
  query: string
  now: Date
}

const keepWords = createWordCache()

/** The page of all events, or of a day's. */
export async function fillEvents({ calendar, siteUrl }: FillParts, wanted: Wanted): Promise<Fill> {
  const { day, query, now } = wanted
  const snapshot = await calendar.read()
  const { body } = snapshot.whole.identity
  const isSmall = body.length <= mostBytes
  const hasDay = day !== undefined
  const filters = readFilters(query, hasDay)
  const page = readPage(query)
  const today = toDay(now)
  const key = `${currentLanguage()} ${today} ${day} ${page} ${writeFilters(filters, hasDay)}`
  return {
    status: 200,
    head: {
      ...(hasDay
        ? { ...describeDay(day, snapshot.listDay(day).length), canonical: `${siteUrl}/events/${day}` }
        : { canonical: `${siteUrl}/events` }),
      // There is no end of days, and most have no events.
      ...((page > 1 || (hasDay && snapshot.listDay(day).length === 0)) && {
        isHidden: true,
        canonical: undefined,
      }),
    },
    ...(isSmall && { record: { address: '/api/events', status: 200, json: body.toString() } }),
    words: keepWords(snapshot, key, () => listEvents(snapshot, { day, filters, page, today })),
  }
}

type List = { day: string | undefined; filters: EventFilters; page: number; today: string }

function listEvents(snapshot: Snapshot, { day, filters, page: asked, today }: List): string {
  const hasDay = day !== undefined
  const groups = groupEvents(snapshot.listAll(), filters, { today, specific: day })
  const last = Math.max(1, Math.ceil(countEvents(groups) / pageSize))
  const page = Math.min(asked, last)
  const turnTo = (number: number) => {
    const query = new URLSearchParams(writeFilters(filters, hasDay))
    if (number > 1) query.set('page', String(number))
    return query.size > 0 ? `?${query}` : ''
  }
  return writeEvents({
    heading: hasDay ? fill(words().events.ofDay, { day: formatDay(day) }) : words().events.title,
    path: hasDay ? `/events/${day}` : '/events',
    hasDay,
    filters,
    groups,
    offset: (page - 1) * pageSize,
    limit: pageSize,
    previous: page > 1 ? turnTo(page - 1) : undefined,
    next: page < last ? turnTo(page + 1) : undefined,
  })
}

/** From 1; what is no page is the first. */
function readPage(query: string): number {
  const given = new URLSearchParams(query).get('page') ?? ''
  return /^[1-9]\d{0,4}$/.test(given) ? Number(given) : 1
}

function describeDay(day: string, count: number) {
  const { ofDay, ofDayDescription, count: forms } = words().events
  const name = formatDay(day)
  return {
    title: fill(ofDay, { day: name }),
    description: fill(ofDayDescription, { events: plural(forms, count), day: name }),
  }
}
