import {
  countEvents,
  type DatedEvent,
  describeCount,
  findOnlyDay,
  groupEvents,
  readFilters,
  takeEvents,
  writeFilters,
} from '#domain/events/event-filters.ts'
import { findDaysAround, summarizeOthers } from '#domain/events/event-days.ts'
import type { ListedEvent } from '#domain/events/event.ts'
import { lastDay } from '#domain/events/when.ts'
import { toDay } from '#domain/pacific.ts'
import type { ViewOf } from '#domain/pages/page-view.ts'
import { daySource, endOfDay, eventSource, type Shown } from '../answers/sources.ts'
import type { Calendar } from './calendar.ts'

const pageSize = 50

type Wanted = {
  day?: string | undefined
  query: string
  now: Date
}

export async function viewEvents(
  calendar: Calendar,
  { day, query, now }: Wanted,
): Promise<Shown<ViewOf<'events'>>> {
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
      count: describeCount(groups),
      groups: takeEvents(groups, (page - 1) * pageSize, pageSize).map(({ label, upcoming, past }) => ({
        label,
        upcoming: upcoming.map(summarize),
        past: past.map(summarize),
      })),
      today,
      around: only === undefined ? undefined : findDaysAround(all, only),
      number: page,
      previous: page > 1 ? addressOf(page - 1) : undefined,
      next: page < last ? addressOf(page + 1) : undefined,
    },
    sources: ['events'],
    until: endOfDay(now),
  }
}

function readPage(query: string): number {
  const given = new URLSearchParams(query).get('page') ?? ''
  return /^[1-9]\d{0,4}$/.test(given) ? Number(given) : 1
}

function summarize({ description: _description, place: _place, ...event }: DatedEvent): ListedEvent {
  return event
}

export async function viewEvent(calendar: Calendar, id: string, now: Date): Promise<Shown<ViewOf<'event'>>> {
  const snapshot = await calendar.read()
  const event = snapshot.find(id)
  const source = eventSource(id)
  if (!event) return { value: { page: 'event', state: 'missing' }, sources: [source] }
  const day = toDay(event.date)
  const others = summarizeOthers(snapshot.listDay(day), event.id)
  const isPast = lastDay(event) < toDay(now)
  return {
    value: { page: 'event', state: 'shown', event, others, isPast },
    sources: [source, daySource(day)],
    until: isPast ? undefined : endOfDay(now),
  }
}
