import { ArchiveIcon } from '@sanity/icons/Archive'
import { CalendarIcon } from '@sanity/icons/Calendar'
import { ClockIcon } from '@sanity/icons/Clock'
import { EditIcon } from '@sanity/icons/Edit'
import { InboxIcon } from '@sanity/icons/Inbox'
import { StackIcon } from '@sanity/icons/Stack'
import { SunIcon } from '@sanity/icons/Sun'
import { combineLatest, distinctUntilChanged, map, type Observable } from 'rxjs'
import type { ListItemBuilder, StructureBuilder, StructureResolverContext } from 'sanity/structure'
import { apiVersion } from '#domain/content/content-settings.ts'
import { formatShortDate, startOfDay } from '#domain/pacific.ts'
import { DraftsPane, SuggestionsPane } from '../drafts/places.tsx'
import { countDays, type DayCount, type Times, watchToday } from './days.ts'
import { allEvents, beforeDay, type EventFilter, fromDayOn, onDay } from './event-filters.ts'

type Part = { id: string; title: string; icon: typeof CalendarIcon }
type EventList = Part & { order: 'asc' | 'desc'; select: (day: string) => EventFilter }

/** Lists that change at midnight in San Francisco. */
const dailyLists: EventList[] = [
  { id: 'events-upcoming', title: 'Upcoming events', icon: CalendarIcon, order: 'asc', select: fromDayOn },
  { id: 'events-today', title: 'Today’s events', icon: SunIcon, order: 'asc', select: onDay },
  { id: 'events-past', title: 'Past events', icon: ArchiveIcon, order: 'desc', select: beforeDay },
]
const wholeList: EventList = {
  id: 'events-all',
  title: 'All events',
  icon: StackIcon,
  order: 'desc',
  select: () => allEvents,
}

function menuItem(S: StructureBuilder, { id, title, icon }: Part): ListItemBuilder {
  return S.listItem().id(id).title(title).icon(icon)
}

function eventList(S: StructureBuilder, { id, title, order, select }: EventList, day: string) {
  const { filter, params } = select(day)
  return S.documentList()
    .id(id)
    .title(title)
    .schemaType('event')
    .apiVersion(apiVersion)
    .filter(filter)
    .params(params)
    .defaultOrdering([{ field: 'date', direction: order }])
    .initialValueTemplates([S.initialValueTemplateItem('event')])
}

function eventListItem(S: StructureBuilder, list: EventList): ListItemBuilder {
  return menuItem(S, list)
    .schemaType('event')
    .child(() => watchToday().pipe(map((today) => eventList(S, list, today))))
}

const times = {
  fetch: '*[_type == "event" && defined(date)]{date, end, allDay}',
  listen: '*[_type == "event"]',
}

/** The days that have events, updated with every edit. */
function watchEventDays(S: StructureBuilder, { documentStore }: StructureResolverContext) {
  const options = { apiVersion, perspective: 'drafts', tag: 'event-days' } as const
  const events: Observable<Times[]> = documentStore.listenQuery(times, {}, options)
  return combineLatest([watchToday(), events]).pipe(
    map(([today, found]) => countDays(found, today)),
    // Most edits do not change the days. Do not render the open panes again.
    distinctUntilChanged((one, other) => JSON.stringify(one) === JSON.stringify(other)),
    map(({ upcoming, past }) =>
      S.list()
        .id('event-days')
        .title('Events by day')
        .items([
          S.divider().title('Today and later'),
          ...upcoming.map((each) => eventDayItem(S, each)),
          S.divider().title('Past'),
          ...past.map((each) => eventDayItem(S, each)),
        ]),
    ),
  )
}

function eventDayItem(S: StructureBuilder, { day, count }: DayCount) {
  const title = formatShortDate(startOfDay(day))
  const list: EventList = { id: day, title, icon: CalendarIcon, order: 'asc', select: onDay }
  return menuItem(S, { ...list, title: `${title} (${count})` }).child(() => eventList(S, list, day))
}

function draftsItem(S: StructureBuilder, part: Part, pane: typeof DraftsPane): ListItemBuilder {
  return menuItem(S, part).child(
    S.component(pane)
      .id(part.id)
      .title(part.title)
      .child((draft) => S.document().schemaType('event').documentId(draft)),
  )
}

export function eventItems(S: StructureBuilder, context: StructureResolverContext): ListItemBuilder[] {
  return [
    ...dailyLists.map((list) => eventListItem(S, list)),
    menuItem(S, { id: 'event-days', title: 'Events by day', icon: ClockIcon }).child(() =>
      watchEventDays(S, context),
    ),
    eventListItem(S, wholeList),
    draftsItem(S, { id: 'suggested', title: 'Suggested events', icon: InboxIcon }, SuggestionsPane),
    draftsItem(S, { id: 'drafts', title: 'Drafts of events', icon: EditIcon }, DraftsPane),
    S.documentTypeListItem('venue').id('venues').title('Venues'),
  ]
}
