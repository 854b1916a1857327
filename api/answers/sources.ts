import { toSlug } from '#domain/listings/catalogue.ts'
import { addDays, startOfDay, toDay } from '#domain/pacific.ts'

/** Rows, and parts of the content, that an answer depends on. Ids and category slugs are in lower case. */
export type Source =
  | 'events'
  | `event ${string}`
  | `events of ${string}`
  | `events in ${string}`
  | 'listings'
  | `listing ${string}`
  | `category ${string}`
  | `content ${string}`

/** A value that goes stale when one of `sources` changes, or at `until` (milliseconds since 1970). */
export type Cacheable<Value> = { value: Value; sources: readonly Source[]; until?: number | undefined }

export type Table = 'listings' | 'events' | 'content'

export function tableOf(source: Source): Table {
  if (source.startsWith('content')) return 'content'
  return source.startsWith('event') ? 'events' : 'listings'
}

/** The parts of the content that a page reads (`RenderedPage`). */
export function contentSources(parts: Iterable<string>): Source[] {
  return [...parts].map((part) => `content ${part}` as const)
}

/** Takes a name or slug. All listings if it is not ASCII, which JavaScript and Postgres lowercase differently. */
export function categorySource(category: string): Source {
  return /^[\0-\x7f]*$/.test(category) ? `category ${toSlug(category).toLowerCase()}` : 'listings'
}

export function listingSource(id: string): Source {
  return `listing ${id.toLowerCase()}`
}

/** `categories`: the listing's present and former ones. */
export function listingSources(id: string, ...categories: string[]): Source[] {
  return ['listings', listingSource(id), ...categories.map(categorySource)]
}

export function eventSource(id: string): Source {
  return `event ${id.toLowerCase()}`
}

export function eventSources(id: string): Source[] {
  return ['events', eventSource(id)]
}

/** The events of a Pacific day, `YYYY-MM-DD`. */
export function daySource(day: string): Source {
  return `events of ${day}`
}

export function seriesSource(series: string): Source {
  return `events in ${series}`
}

/** The end of the Pacific day, in milliseconds since 1970. */
export function endOfDay(now: Date): number {
  return startOfDay(addDays(toDay(now), 1)).getTime()
}
