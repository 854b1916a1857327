import { defaultLocation } from '#domain/catalogue.ts'
import { around, fill, plural, words } from '#domain/language.ts'
import { formatDay, toMonth } from '#domain/pacific.ts'
import type { EventListView, HomeView } from '#domain/page-view.ts'
import type { PageDescription } from './describe-page.ts'

export function describeHome(description: string, view: HomeView | undefined): PageDescription {
  const { cities, search } = words()
  const title = view?.results
    ? around(search.results).join(view.results.text)
    : cities[view?.city ?? defaultLocation]
  // Months, days, cities and searches have pages of their own for what they show.
  const isHidden =
    view !== undefined &&
    (view.city !== undefined ||
      view.results !== undefined ||
      view.day !== view.today ||
      view.month !== toMonth(view.today))
  return { title, description, isHidden }
}

export function describeEvents(view: EventListView | undefined): PageDescription {
  const { title, description, ofDay, ofDayDescription, count } = words().events
  if (view?.state === 'away') return { title, description, isHidden: true }
  if (view === undefined) return { title, description }
  const { day, dayCount = 0, number } = view
  if (day === undefined) return { title, description, path: '/events', isHidden: number > 1 }
  const name = formatDay(day)
  return {
    title: fill(ofDay, { day: name }),
    description: fill(ofDayDescription, { events: plural(count, dayCount), day: name }),
    path: `/events/${day}`,
    // There is no end of days, and most have no events.
    isHidden: number > 1 || dayCount === 0,
  }
}
