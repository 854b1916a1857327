import type { CalendarEvent } from '#domain/events/event.ts'
import { describeWhen, nameWithStatus } from '#domain/events/when.ts'
import { allEvents, type EventFilters, titleFiltered, writeFilters } from '#domain/events/event-filters.ts'
import { type FeedFormat, feedFormats, feedPaths } from '#domain/feeds.ts'
import { fill, plural, messages } from '#domain/language.ts'
import { categoryPath, defaultLocation, readCity, toOneCity } from '#domain/listings/catalogue.ts'
import { headingOf, listSteps, trailOf } from '#domain/listings/names.ts'
import { formatDay, toMonth } from '#domain/pacific.ts'
import { cardPaths } from '#domain/pages/card-paths.ts'
import { type Alternate, isolate, type PageHead } from '#domain/pages/page-head.ts'
import type {
  CategoryView,
  EventListView,
  EventView,
  HomeView,
  ListingView,
} from '#domain/pages/page-view.ts'
import { summarize } from '#domain/pages/summarize.ts'
import { nameCity } from '../listings/board.ts'

/** `path` is the canonical one; by default the request's. */
export type PageDescription = Pick<PageHead, 'title' | 'description'> & {
  path?: string | undefined
  isHidden?: boolean
  /** Path of its preview image; by default that of the page at `path`. */
  card?: string
  alternates?: readonly Alternate[]
}

export function describeEvent(view: EventView | undefined): PageDescription {
  const { title, description, notFound, notFoundText } = messages().event
  if (view?.state === 'missing') return { title: notFound, description: notFoundText, isHidden: true }
  if (view?.state !== 'shown') return { title, description, isHidden: view !== undefined }
  const { event } = view
  return {
    title: nameWithStatus(event),
    description: summarizeEvent(event),
    path: `/event/${event.id}`,
    card: cardPaths.event(event.id),
    alternates: [calendarOf(event.title, feedPaths.calendarOfEvent(event.id))],
  }
}

function summarizeEvent(event: CalendarEvent): string {
  const { location, description } = event
  const written = [summarize(location, 60), summarize(description ?? '', 100)].filter((text) => text !== '')
  return [describeWhen(event), ...written.map(isolate)].join(' · ')
}

/** Does not use the text of a listing that is not shown: it may contain a contact. */
export function describeListing(view: ListingView | undefined): PageDescription {
  const { title, description, notFound, expired } = messages().listing
  if (view === undefined) return { title, description }
  if (view.state === 'shown')
    return {
      title: view.listing.title,
      description: summarize(view.listing.description),
      path: `/listing/${view.id.toLowerCase()}`,
      card: cardPaths.listing(view.id),
    }
  const { moderation, managed } = messages()
  const titles = {
    missing: notFound,
    withheld: moderation.hidden,
    expired,
    form: managed.yours,
    away: title,
  }
  return { title: titles[view.state], description, isHidden: true }
}

/** Hides names that only listings use from previews and search engines: they may be any visitor's text. */
export function describeCategory(view: CategoryView | undefined): PageDescription {
  const { listings, description, anyDescription } = messages().category
  if (!view) return { title: listings, description: anyDescription }
  if (view.state === 'missing') {
    const { notFound, notFoundDescription } = messages().site
    return { title: notFound, description: notFoundDescription, isHidden: true }
  }
  const steps = view.state === 'shown' ? listSteps(view.category, view.subcategory) : undefined
  if (view.state === 'away' || !steps) return { title: listings, description: anyDescription, isHidden: true }
  const heading = headingOf(view.category, view.subcategory)
  const names = steps.map(({ name }) => name)
  const [category = '', subcategory] = names
  const path = categoryPath(category, subcategory)
  const trail = trailOf(names)
  return {
    title: heading,
    description: fill(description, { names: trail }),
    ...(view.isOlder ? { isHidden: true } : { path, card: cardPaths.category(category, subcategory) }),
    alternates: feedsOf(trail, (format) => feedPaths.category(format, path, toOneCity(view.city))),
  }
}

export function describeHome(description: string, view: HomeView | undefined): PageDescription {
  const { search } = messages()
  const title = view?.results
    ? fill(search.results, { text: view.results.text })
    : nameCity(view?.city ?? defaultLocation)
  // Search engines get the plain page: events and listings have pages of their own.
  const isHidden =
    view !== undefined &&
    (view.city !== undefined || view.results !== undefined || view.month !== toMonth(view.today))
  const { results } = view ?? {}
  if (!results) return { title, description, isHidden, alternates: listEventFeeds(allEvents) }
  const query = { q: results.text, city: readCity(view?.city) }
  const alternates = feedsOf(title, (format) => feedPaths.search(format, query))
  return { title, description, isHidden, alternates }
}

export function describeEvents(view: EventListView | undefined): PageDescription {
  const { title, description, ofDay, ofDayDescription, count } = messages().events
  if (view?.state === 'away') return { title, description, isHidden: true }
  if (view === undefined) return { title, description }
  const { day, dayCount = 0, number, filters } = view
  if (day === undefined) {
    const alternates = listEventFeeds(filters)
    return { title, description, path: '/events', isHidden: number > 1, alternates }
  }
  const name = formatDay(day)
  return {
    title: fill(ofDay, { day: name }),
    description: fill(ofDayDescription, { events: plural(count, dayCount), day: name }),
    path: `/events/${day}`,
    card: cardPaths.page('events'),
    // There are endless days, and most have no events.
    isHidden: number > 1 || dayCount === 0,
    alternates: [calendarOf(fill(ofDay, { day: name }), feedPaths.calendarOfDay(day))],
  }
}

function listEventFeeds(filters: EventFilters): Alternate[] {
  const query = writeFilters(filters, false)
  const title = titleFiltered(messages().events.title, filters)
  const feeds = feedsOf(title, (format) => feedPaths.events(format, query))
  return [calendarOf(title, feedPaths.calendar(query)), ...feeds]
}

function calendarOf(title: string, href: string): Alternate {
  return { type: 'text/calendar', title, href }
}

function feedsOf(title: string, pathOf: (format: FeedFormat) => string): Alternate[] {
  return (Object.keys(feedFormats) as FeedFormat[]).map((format) => {
    const { name, type } = feedFormats[format]
    return { type, title: `${title} (${name})`, href: pathOf(format) }
  })
}
