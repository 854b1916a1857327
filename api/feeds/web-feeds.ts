import { readFilters, writeFilters } from '#domain/events/event-filters.ts'
import { describeWholePlace, nameLabel } from '#domain/events/event.ts'
import { describeStatus, describeWhen, nameWithStatus } from '#domain/events/when.ts'
import { fill, messages } from '#domain/language.ts'
import { categoryPath, findCategory, findSubcategory, isInCatalogue } from '#domain/listings/catalogue.ts'
import { headingOf } from '#domain/listings/names.ts'
import { toDay } from '#domain/pacific.ts'
import { categorySource, endOfDay, type Shown } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import type { Calendar } from '../events/calendar.ts'
import { listListings, type Wanted } from '../listings/queries.ts'
import { search } from '../search/search.ts'
import { filterEvents } from './calendars.ts'
import type { FeedItem, WebFeed } from './web-feed.ts'

type Content = Omit<WebFeed, 'self' | 'site'>

const mostEvents = 100

/** Events from today on that the page's filters keep, the last changed first. */
export async function eventFeed(
  calendar: Calendar,
  { query, now }: { query: string; now: Date },
  siteUrl: string,
): Promise<Shown<Content>> {
  const { title, description } = messages().events
  const kept = await filterEvents(calendar, { query, now })
  const items = kept
    .filter(({ lastDay }) => lastDay >= toDay(now))
    .toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))
    .slice(0, mostEvents)
    .map((event): FeedItem => {
      const status = describeStatus(event)
      return {
        id: event.id,
        url: `${siteUrl}/event/${event.id}`,
        title: status === undefined ? event.title : `${event.title} (${status})`,
        text: [`${describeWhen(event)}\n${describeWholePlace(event)}`, event.description]
          .filter(Boolean)
          .join('\n\n'),
        updated: event.updatedAt,
        author: event.organizers,
        tags: [...event.topics, ...event.types].map(nameLabel),
      }
    })
  const page = `${siteUrl}/events${writeFilters(readFilters(query, false), false)}`
  return { value: { title, description, page, items }, sources: ['events'], until: endOfDay(now) }
}

/** The newest 50 listings of a category or subcategory. Undefined where neither the catalogue nor a listing has it. */
export async function categoryFeed(
  sql: Database,
  wanted: Wanted,
  siteUrl: string,
): Promise<Shown<Content> | undefined> {
  const { category, subcategory, city } = wanted
  const { listings, until } = await listListings(sql, wanted)
  const isKnown = isInCatalogue(category, subcategory)
  if (!isKnown && listings.length === 0) return undefined
  const words = messages().category
  // A name that is in listings alone may be anybody's text.
  const heading = isKnown ? headingOf(category, subcategory) : words.listings
  const within = findCategory(category)
  const path =
    isKnown && within
      ? categoryPath(within.name, subcategory && findSubcategory(within, subcategory)?.name)
      : categoryPath(category, subcategory)
  const page = `${siteUrl}${path}${city === undefined ? '' : `?city=${city}`}`
  const items = listings.map(({ id, title, description, location, createdAt }) => ({
    id,
    url: `${siteUrl}/listing/${id}`,
    title,
    text: description,
    updated: createdAt,
    tags: [location],
  }))
  const title = city === undefined ? heading : `${heading} (${city})`
  return {
    value: { title, description: words.anyDescription, page, items },
    sources: [categorySource(category)],
    until,
  }
}

/** What the search finds, ten listings and ten events at most, the last changed first. */
export async function searchFeed(
  { sql, calendar }: { sql: Database; calendar: Calendar },
  wanted: Parameters<typeof search>[1],
  siteUrl: string,
): Promise<Shown<Content>> {
  const { value, ...stale } = await search(sql, wanted)
  const snapshot = await calendar.read()
  const query = new URLSearchParams({ q: wanted.written, ...(wanted.city && { city: wanted.city }) })
  const events = value.events.results
  // An event that came of a listing has its id.
  const listings = value.listings.results.filter(({ id }) => events.every((event) => event.id !== id))
  const items = [...listings, ...events].map(({ id, title, date, location, path }) => {
    const event = snapshot.find(id)
    return {
      id,
      url: siteUrl + path,
      title: event ? nameWithStatus(event) : title,
      text: location,
      // An event is in the future, where feed readers do not show it.
      updated: event?.updatedAt ?? date,
      tags: [],
    }
  })
  return {
    value: {
      title: fill(messages().search.results, { text: wanted.written }),
      description: messages().category.anyDescription,
      page: `${siteUrl}/?${query}`,
      items: items.toSorted((one, other) => (one.updated < other.updated ? 1 : -1)),
    },
    ...stale,
  }
}
