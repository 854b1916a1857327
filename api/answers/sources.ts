import { toSlug } from '#domain/listings/catalogue.ts'
import { addDays, startOfDay, toDay } from '#domain/pacific.ts'

/** Rows of one table, or one row. Ids and category slugs are in lower case. */
export type Source =
  | 'events'
  | `event ${string}`
  | `events of ${string}`
  | 'listings'
  | `listing ${string}`
  | `category ${string}`

/** Stale when one of `sources` changes, and at `until` (milliseconds since 1970). */
export type Shown<Value> = { value: Value; sources: readonly Source[]; until?: number | undefined }

export type Table = 'listings' | 'events'

export function tableOf(source: Source): Table {
  return source.startsWith('event') ? 'events' : 'listings'
}

/** By name or slug. Only ASCII letters: JavaScript and Postgres differ on the lower case of others. */
export function categorySource(category: string): Source {
  return /^[\0-\x7f]*$/.test(category) ? `category ${toSlug(category).toLowerCase()}` : 'listings'
}

export function listingSource(id: string): Source {
  return `listing ${id.toLowerCase()}`
}

/** `categories` are those that the listing is or was in. */
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

/** The end of the Pacific day, in milliseconds since 1970. */
export function endOfDay(now: Date): number {
  return startOfDay(addDays(toDay(now), 1)).getTime()
}
