import { CalendarIcon } from '@sanity/icons/Calendar'
import { combineLatest, distinctUntilChanged, map, type Observable } from 'rxjs'
import type { ListBuilder, StructureBuilder, StructureResolverContext } from 'sanity/structure'
import { formatShortDate, startOfDay } from '#domain/pacific.ts'
import { apiVersion } from '#domain/content-settings.ts'
import { countDays, type DayCount } from './count-days.ts'
import { onDay } from './event-filters.ts'
import { eventList } from './event-list.ts'
import { watchToday } from './today.ts'

const dates = { fetch: '*[_type == "event" && defined(date)].date', listen: '*[_type == "event"]' }

/** The days that have events, as a list that follows every edit. */
export function watchEventDays(
  S: StructureBuilder,
  { documentStore }: StructureResolverContext,
): Observable<ListBuilder> {
  const instants: Observable<string[]> = documentStore.listenQuery(
    dates,
    {},
    { apiVersion, perspective: 'drafts', tag: 'event-days' },
  )
  return combineLatest([watchToday(), instants]).pipe(
    map(([today, found]) => countDays(found, today)),
    // Most edits leave the days as they are: the open panes are not made anew for them.
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
