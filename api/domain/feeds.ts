import { linkTo } from '#domain/language.ts'
import type { ListingLocation } from '#domain/listings/catalogue.ts'

/** Feed formats by file extension. */
export const feedFormats = {
  xml: { name: 'RSS', type: 'application/rss+xml' },
  atom: { name: 'Atom', type: 'application/atom+xml' },
  json: { name: 'JSON Feed', type: 'application/feed+json' },
} as const

export type FeedFormat = keyof typeof feedFormats

export const embedPath = '/embed/events'
export const weekPath = '/events/week.txt'

const feedFile = /\/(events|(event|events|series|calendar)\/[^/]+)\.ics$|\/(feed|search)\.(xml|atom|json)$/

/** Whether a path, or a URL without its query, is that of a feed, a calendar file, the embed or the week as text. */
export function isFeedPath(path: string): boolean {
  return feedFile.test(path) || path.endsWith(embedPath) || path.endsWith(weekPath)
}

function withQuery(path: string, query = '', more: Record<string, string | undefined> = {}): string {
  const all = new URLSearchParams(query)
  for (const [name, value] of Object.entries(more)) if (value !== undefined) all.append(name, value)
  return linkTo(all.size > 0 ? `${path}?${all}` : path)
}

/** `query`: the filters of the page, as written by `writeFilters`. */
export const feedPaths = {
  calendar: (query?: string) => withQuery('/events.ics', query),
  calendarOfDay: (day: string, query?: string) => withQuery(`/events/${day}.ics`, query),
  calendarOfEvent: (id: string) => withQuery(`/event/${id}.ics`),
  calendarOfSeries: (series: string) => withQuery(`/series/${encodeURIComponent(series)}.ics`),
  personalCalendar: (id: string) => withQuery(`/calendar/${id}.ics`),
  events: (format: FeedFormat, query?: string) => withQuery(`/events/feed.${format}`, query),
  /** The event list for an iframe. */
  embed: (query?: string) => withQuery(embedPath, query),
  /** Plain text: the week that contains `day`, by default today. */
  week: (query?: string, day?: string) => withQuery(weekPath, query, { week: day }),
  /** `path`: the path of the category or subcategory page. */
  category: (format: FeedFormat, path: string, city?: ListingLocation) =>
    withQuery(`${path}/feed.${format}`, '', { city }),
  search: (format: FeedFormat, { q, city }: { q: string; city?: string | undefined }) =>
    withQuery(`/search.${format}`, '', { q, city }),
}
