import { toSlug } from '#domain/catalogue.ts'
import { addDays, startOfDay, toDay } from '#domain/pacific.ts'

/** Something that an answer is made of: rows of one table, or one row. Ids are in lower case, categories are slugs in lower case. */
export type Source = 'events' | `event ${string}` | 'listings' | `listing ${string}` | `category ${string}`

/**
 * What an answer shows: it is stale as soon as one of `sources` changes, and at `until` (milliseconds since 1970), when a
 * listing that it shows expires or the day ends.
 */
export type Shown<Value> = { value: Value; sources: readonly Source[]; until?: number | undefined }

/** The tables that sources are rows of. */
export type Table = 'listings' | 'events'

/** The table of a source. */
export function tableOf(source: Source): Table {
  return source.startsWith('event') ? 'events' : 'listings'
}

/** The listings of a category, by name or slug. Other letters than ASCII's have no lower case that both sides agree on. */
export function categorySource(category: string): Source {
  return /^[\0-\x7f]*$/.test(category) ? `category ${toSlug(category).toLowerCase()}` : 'listings'
}

export function listingSource(id: string): Source {
  return `listing ${id.toLowerCase()}`
}

/** What is stale after a change of a listing that is, or was, in these categories. */
export function listingSources(id: string, ...categories: string[]): Source[] {
  return ['listings', listingSource(id), ...categories.map(categorySource)]
}

/** What is stale after a change of an event. */
export function eventSources(id: string): Source[] {
  return ['events', `event ${id.toLowerCase()}`]
}

/** When the day ends in Pacific time, in milliseconds since 1970. */
export function endOfDay(now: Date): number {
  return startOfDay(addDays(toDay(now), 1)).getTime()
}
