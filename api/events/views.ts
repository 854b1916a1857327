import {
  countEvents,
  describeCount,
  groupEvents,
  readFilters,
  takeEvents,
  writeFilters,
} from '#domain/events/event-filters.ts'
import type { CalendarEvent, EventSummary } from '#domain/events/event.ts'
import { toDay } from '#domain/pacific.ts'
import type { ViewOf } from '#domain/pages/page-view.ts'
import { endOfDay, type Shown } from '../answers/sources.ts'
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
  const groups = groupEvents(snapshot.listAll(), filters, { today, specific: day })
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

function summarize(event: CalendarEvent): EventSummary {
  const { id, title, date, organizers, location, price, registrationType, url, topics, types } = event
  return { id, title, date, organizers, location, price, registrationType, url, topics, types }
}

export async function viewEvent(calendar: Calendar, id: string): Promise<Shown<ViewOf<'event'>>> {
  const event = (await calendar.read()).find(id)
  return {
    value: event ? { page: 'event', state: 'shown', event } : { page: 'event', state: 'missing' },
    sources: [`event ${id.toLowerCase()}`],
  }
}
