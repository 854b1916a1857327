import { titleFiltered } from '#domain/events/event-filters.ts'
import { type CalendarEvent, describeWholePlace, nameLabel } from '#domain/events/event.ts'
import { describeStatus, describeWhen } from '#domain/events/when.ts'
import { fill, linkTo, messages } from '#domain/language.ts'
import type { ListingSummary } from '#domain/listings/listing.ts'
import { listSteps, trailOf } from '#domain/listings/names.ts'
import { toDay } from '#domain/pacific.ts'
import { endOfDay, type Cacheable, placeSources } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import type { ReadHeavy } from '../database/replica.ts'
import type { Calendar } from '../events/calendar.ts'
import { listByIds, listListings, type ListingFilter } from '../listings/queries.ts'
import { searchNewest } from '../search/search.ts'
import { findEvents } from './calendars.ts'
import type { FeedItem, WebFeed } from './web-feed.ts'

type Content = Omit<WebFeed, 'self' | 'site'>

const maxEvents = 100

/** Events from today on that match the page's filters, most recently changed first. */
export async function eventFeed(
  calendar: Calendar,
  { query, now }: { query: string; now: Date },
  siteUrl: string,
): Promise<Cacheable<Content>> {
  const { title, description } = messages().events
  const { filters, page, events } = await findEvents(calendar, { query, now })
  const items = events
    .filter(({ lastDay }) => lastDay >= toDay(now))
    .toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))
    .slice(0, maxEvents)
    .map((event) => toEventItem(event, siteUrl))
  const value = { title: titleFiltered(title, filters), description, page: siteUrl + linkTo(page), items }
  return { value, sources: ['events'], until: endOfDay(now) }
}

/** The newest 50 listings of a category or subcategory. Undefined where the catalogue lacks it. */
export async function categoryFeed(
  sql: Database,
  wanted: ListingFilter,
  siteUrl: string,
): Promise<Cacheable<Content> | undefined> {
  const { category, subcategory, city } = wanted
  const steps = listSteps(category, subcategory)
  if (!steps) return undefined
  const { listings, until } = await listListings(sql, wanted)
  const trail = trailOf(steps.map(({ name }) => name))
  const path = steps.at(-1)?.path ?? ''
  const page = siteUrl + linkTo(city === undefined ? path : `${path}?city=${city}`)
  const title = city === undefined ? trail : `${trail} (${city})`
  const items = listings.map((listing) => toListingItem(listing, siteUrl))
  return {
    value: { title, description: messages().category.anyDescription, page, items },
    sources: placeSources({ category, subcategory }),
    until,
  }
}

/** Search results, most recently posted or changed first. */
export async function searchFeed(
  { sql, readHeavy, calendar }: { sql: Database; readHeavy: ReadHeavy; calendar: Calendar },
  wanted: Parameters<typeof searchNewest>[1],
  siteUrl: string,
): Promise<Cacheable<Content>> {
  const { value, ...stale } = await searchNewest(readHeavy, wanted)
  const ids = value.listings.map(({ id }) => id)
  const [snapshot, listings] = await Promise.all([calendar.read(), listByIds(sql, ids)])
  const events = value.events.flatMap(({ id }) => snapshot.find(id) ?? [])
  const query = new URLSearchParams({ q: wanted.written, ...(wanted.city && { city: wanted.city }) })
  const items = [
    // An event that was made from a listing has the listing's id.
    ...listings
      .filter(({ id }) => events.every((event) => event.id !== id))
      .map((listing) => toListingItem(listing, siteUrl)),
    ...events.map((event) => toEventItem(event, siteUrl)),
  ]
  return {
    value: {
      title: fill(messages().search.results, { text: wanted.written }),
      description: messages().category.anyDescription,
      page: siteUrl + linkTo(`/?${query}`),
      items: items.toSorted((one, other) => (one.updated < other.updated ? 1 : -1)),
    },
    ...stale,
  }
}

function toListingItem(listing: ListingSummary, siteUrl: string): FeedItem {
  const { id, title, description, location, createdAt } = listing
  return {
    id,
    url: siteUrl + linkTo(`/listing/${id}`),
    title,
    text: description,
    published: createdAt,
    updated: createdAt,
    tags: [location],
  }
}

function toEventItem(event: CalendarEvent, siteUrl: string): FeedItem {
  const status = describeStatus(event)
  return {
    id: event.id,
    url: siteUrl + linkTo(`/event/${event.id}`),
    title: status === undefined ? event.title : `${event.title} (${status})`,
    text: [`${describeWhen(event)}\n${describeWholePlace(event)}`, event.description]
      .filter(Boolean)
      .join('\n\n'),
    updated: event.updatedAt,
    author: event.organizers,
    tags: [...event.topics, ...event.types].map(nameLabel),
  }
}
