import {
  countEvents,
  type DatedEvent,
  describeCount,
  type EventGroup,
  findOnlyDay,
  groupEvents,
  readFilters,
  takeEvents,
  writeFilters,
} from '#domain/events/event-filters.ts'
import { readEmbedLimit, readEmbedTheme } from '#domain/events/embed.ts'
import { findDaysAround, summarizeOthers } from '#domain/events/event-days.ts'
import type { ListedEvent } from '#domain/events/event.ts'
import { lastDay } from '#domain/events/when.ts'
import { addMonths, isDay, listDaysOfMonth, toDay, toMonth } from '#domain/pacific.ts'
import type { MonthOfEvents, ViewOf } from '#domain/pages/page-view.ts'
import { daySource, endOfDay, eventSource, seriesSource, type Cacheable } from '../answers/sources.ts'
import type { Calendar } from './calendar.ts'
import { findSeries } from './series.ts'
import { type Snapshot, summarizeEvent } from './snapshot.ts'

const pageSize = 50

type EventListRequest = { query: string; now: Date }
type EventsRequest = EventListRequest & { day: string | undefined; embedSites: readonly string[] | undefined }

export async function viewEvents(
  calendar: Calendar,
  { day, query, now, embedSites }: EventsRequest,
): Promise<Cacheable<ViewOf<'events'>>> {
  const snapshot = await calendar.read()
  const today = toDay(now)
  const hasDay = day !== undefined
  const filters = readFilters(query, hasDay)
  const all = snapshot.listAll()
  const days = { today, specific: day }
  const groups = groupEvents(all, filters, days)
  const only = findOnlyDay(filters, days)
  const last = Math.max(1, Math.ceil(countEvents(groups) / pageSize))
  const page = Math.min(readPage(query), last)
  const addressOf = (number: number) => {
    const changed = new URLSearchParams(writeFilters(filters, hasDay))
    if (number > 1) changed.set('page', String(number))
    return `${hasDay ? `/events/${day}` : '/events'}${changed.size > 0 ? `?${changed}` : ''}`
  }
  return {
    value: {
      page: 'events',
      state: 'shown',
      day,
      dayCount: hasDay ? snapshot.listDay(day).length : undefined,
      filters,
      count: describeCount(groups, filters),
      groups: summarizeGroups(takeEvents(groups, (page - 1) * pageSize, pageSize)),
      today,
      months: listMonths(snapshot, toMonth(day ?? today)),
      around: only === undefined ? undefined : findDaysAround(all, only),
      number: page,
      previous: page > 1 ? addressOf(page - 1) : undefined,
      next: page < last ? addressOf(page + 1) : undefined,
      embedSites,
    },
    sources: ['events'],
    until: endOfDay(now),
  }
}

export async function viewEmbed(
  calendar: Calendar,
  { query, now }: EventListRequest,
): Promise<Cacheable<ViewOf<'embed'>>> {
  const today = toDay(now)
  const all = (await calendar.read()).listAll()
  const filters = readFilters(query, false)
  const groups = groupEvents(all, filters, { today, specific: undefined })
  const coming = groups.map((group) => ({ ...group, past: [] }))
  const limit = readEmbedLimit(new URLSearchParams(query).get('limit'))
  return {
    value: {
      ...viewUnavailableEmbed(query),
      state: 'shown',
      groups: summarizeGroups(takeEvents(coming, 0, limit)),
      count: groups[0]?.label === undefined ? undefined : describeCount(coming, filters),
      today,
    },
    sources: ['events'],
    until: endOfDay(now),
  }
}

export function viewUnavailableEmbed(query: string) {
  const theme = readEmbedTheme(new URLSearchParams(query).get('theme'))
  const calendar = `/events${writeFilters(readFilters(query, false), false)}`
  return { page: 'embed', state: 'away', theme, calendar } as const
}

function summarizeGroups(groups: ReadonlyArray<EventGroup<DatedEvent>>): Array<EventGroup<ListedEvent>> {
  const summarize = (event: DatedEvent) => ({ ...summarizeEvent(event), day: event.day })
  return groups.map(({ label, upcoming, past }) => ({
    label,
    upcoming: upcoming.map(summarize),
    past: past.map(summarize),
  }))
}

function listMonths(snapshot: Snapshot, first: string): MonthOfEvents[] {
  return [first, addMonths(first, 1)]
    .filter((month) => isDay(`${month}-01`))
    .map((month) => {
      const counts = listDaysOfMonth(month).map((day) => [day, snapshot.listDay(day).length] as const)
      return { month, counts: Object.fromEntries(counts.filter(([, count]) => count > 0)) }
    })
}

function readPage(query: string): number {
  const given = new URLSearchParams(query).get('page') ?? ''
  return /^[1-9]\d{0,4}$/.test(given) ? Number(given) : 1
}

type FoundEvent = Cacheable<ViewOf<'event'>>

export async function viewEvent(calendar: Calendar, id: string, now: Date): Promise<FoundEvent> {
  const snapshot = await calendar.read()
  const event = snapshot.find(id)
  const source = eventSource(id)
  if (!event) return { value: { page: 'event', state: 'missing' }, sources: [source] }
  const day = toDay(event.date)
  const others = summarizeOthers(snapshot.listDay(day), event.id)
  const isPast = lastDay(event) < toDay(now)
  const { series } = event
  const seriesName = series && findSeries(snapshot.listEvents(), series).name
  return {
    value: { page: 'event', state: 'shown', event, others, isPast, seriesName },
    sources: [source, daySource(day), ...(series ? [seriesSource(series)] : [])],
    until: isPast ? undefined : endOfDay(now),
  }
}

/** Only images of events are rendered: a visitor cannot request any other size. */
export async function isImageOfEvent(calendar: Calendar, path: string): Promise<boolean> {
  const snapshot = await calendar.read()
  // Each path of a `srcset` is followed by a space.
  return snapshot.listAll().some(({ image }) => image?.srcSet.includes(`${path} `))
}
