import { ArchiveIcon } from '@sanity/icons/Archive'
import { CalendarIcon } from '@sanity/icons/Calendar'
import { ClockIcon } from '@sanity/icons/Clock'
import { StackIcon } from '@sanity/icons/Stack'
import { SunIcon } from '@sanity/icons/Sun'
import { map } from 'rxjs'
import type { ListItemBuilder, StructureBuilder, StructureResolverContext } from 'sanity/structure'
import { watchEventDays } from './event-days.ts'
import { allEvents, beforeDay, type EventFilter, fromDayOn, onDay } from './event-filters.ts'
import { eventList } from './event-list.ts'
import { watchToday } from './today.ts'

type Part = {
  id: string
  title: string
  icon: typeof CalendarIcon
  direction: 'asc' | 'desc'
  select: (today: string) => EventFilter
}

/** The parts of the events that change at midnight in San Francisco. */
const parts: Part[] = [
  {
    id: 'events-upcoming',
    title: 'Upcoming events',
    icon: CalendarIcon,
    direction: 'asc',
    select: fromDayOn,
  },
  { id: 'events-today', title: 'Today’s events', icon: SunIcon, direction: 'asc', select: onDay },
  { id: 'events-past', title: 'Past events', icon: ArchiveIcon, direction: 'desc', select: beforeDay },
]

function partItem(S: StructureBuilder, { id, title, icon, direction, select }: Part): ListItemBuilder {
  return S.listItem()
    .id(id)
    .title(title)
    .icon(icon)
    .schemaType('event')
    .child(() => watchToday().pipe(map((today) => eventList(S, { id, title, direction, ...select(today) }))))
}

/** The events of the Studio's menu. */
export function eventItems(S: StructureBuilder, context: StructureResolverContext): ListItemBuilder[] {
  const all = { id: 'events-all', title: 'All events' }
  return [
    ...parts.map((part) => partItem(S, part)),
    S.listItem()
      .id('event-days')
      .title('Events by day')
      .icon(ClockIcon)
      .child(() => watchEventDays(S, context)),
    S.listItem()
      .id(all.id)
      .title(all.title)
      .icon(StackIcon)
      .schemaType('event')
      .child(() => eventList(S, { ...all, ...allEvents, direction: 'desc' })),
  ]
}
