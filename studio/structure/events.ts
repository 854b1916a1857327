import { ArchiveIcon } from '@sanity/icons/Archive'
import { CalendarIcon } from '@sanity/icons/Calendar'
import { ClockIcon } from '@sanity/icons/Clock'
import { EditIcon } from '@sanity/icons/Edit'
import { StackIcon } from '@sanity/icons/Stack'
import { SunIcon } from '@sanity/icons/Sun'
import { combineLatest, distinctUntilChanged, map, type Observable } from 'rxjs'
import type {
  DocumentListBuilder,
  ListBuilder,
  ListItemBuilder,
  StructureBuilder,
  StructureResolverContext,
} from 'sanity/structure'
import { apiVersion } from '#domain/content/content-settings.ts'
import { formatShortDate, startOfDay } from '#domain/pacific.ts'
import { DraftsPane } from '../drafts/places.tsx'
import { countDays, type DayCount, type Times, watchToday } from './days.ts'
import { allEvents, beforeDay, type EventFilter, fromDayOn, onDay } from './event-filters.ts'

type Part = { id: string; title: string; direction: 'asc' | 'desc' }
type DailyPart = Part & { icon: typeof CalendarIcon; select: (today: string) => EventFilter }

/** Lists that change at midnight in San Francisco. */
const dailyParts: DailyPart[] = [
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

/** A searchable list of events by time. */
function eventList(
  S: StructureBuilder,
  { id, title, direction, filter, params }: Part & EventFilter,
): DocumentListBuilder {
  return S.documentList()
    .id(id)
    .title(title)
    .schemaType('event')
    .apiVersion(apiVersion)
    .filter(filter)
    .params(params)
    .defaultOrdering([{ field: 'date', direction }])
    .initialValueTemplates([S.initialValueTemplateItem('event')])
}

function dailyItem(S: StructureBuilder, { icon, select, ...part }: DailyPart): ListItemBuilder {
  return S.listItem()
    .id(part.id)
    .title(part.title)
    .icon(icon)
    .schemaType('event')
    .child(() => watchToday().pipe(map((today) => eventList(S, { ...part, ...select(today) }))))
}

const times = {
  fetch: '*[_type == "event" && defined(date)]{date, end, allDay}',
  listen: '*[_type == "event"]',
}

/** The days that have events, updated with every edit. */
function watchEventDays(
  S: StructureBuilder,
  { documentStore }: StructureResolverContext,
): Observable<ListBuilder> {
  const options = { apiVersion, perspective: 'drafts', tag: 'event-days' } as const
  const events: Observable<Times[]> = documentStore.listenQuery(times, {}, options)
  return combineLatest([watchToday(), events]).pipe(
    map(([today, found]) => countDays(found, today)),
    // Most edits do not change the days. Do not render the open panes again.
    distinctUntilChanged((one, other) => JSON.stringify(one) === JSON.stringify(other)),
    map(({ upcoming, past }) => {
      const dayItem = ({ day, count }: DayCount) => eventDayItem(S, day, count)
      return S.list()
        .id('event-days')
        .title('Events by day')
        .items([
          S.divider().title('Today and later'),
          ...upcoming.map(dayItem),
          S.divider().title('Past'),
          ...past.map(dayItem),
        ])
    }),
  )
}

function eventDayItem(S: StructureBuilder, day: string, count: number) {
  const title = formatShortDate(startOfDay(day))
  return S.listItem()
    .id(day)
    .title(`${title} (${count})`)
    .icon(CalendarIcon)
    .child(() => eventList(S, { id: day, title, ...onDay(day), direction: 'asc' }))
}

export function eventItems(S: StructureBuilder, context: StructureResolverContext): ListItemBuilder[] {
  const all = { id: 'events-all', title: 'All events', direction: 'desc', ...allEvents } as const
  return [
    ...dailyParts.map((part) => dailyItem(S, part)),
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
      .child(() => eventList(S, all)),
    S.listItem()
      .id('drafts')
      .title('Drafts of events')
      .icon(EditIcon)
      .child(
        S.component(DraftsPane)
          .id('drafts')
          .title('Drafts of events')
          .child((id) => S.document().schemaType('event').documentId(id)),
      ),
    S.documentTypeListItem('venue').id('venues').title('Venues'),
  ]
}
