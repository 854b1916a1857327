import { toSlug } from '#domain/listings/catalogue.ts'
import { addDays, startOfDay, toDay } from '#domain/pacific.ts'

/**
 * Rows, and parts of the content, that an answer depends on. Ids and slugs are in lower case. `category jobs` changes with
 * each listing in it, `place jobs/engineering` with those of a subcategory. `places jobs` stands for all its subcategories:
 * it changes when it is not known which of them did.
 */
export type Source =
  | 'events'
  | `event ${string}`
  | `events of ${string}`
  | `events in ${string}`
  | 'listings'
  | `listing ${string}`
  | `category ${string}`
  | `place ${string}`
  | `places ${string}`
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

/** Names or slugs. Without a subcategory: the whole category. */
export type Place = { category: string; subcategory?: string | undefined }

/** Undefined for a name that is not ASCII, which JavaScript and Postgres lowercase differently. */
function slugOf(name: string): string | undefined {
  return /^[\0-\x7f]*$/.test(name) ? toSlug(name).toLowerCase() : undefined
}

/** Of an answer that shows the listings of a place. */
export function placeSources({ category, subcategory }: Place): Source[] {
  const slugs = [category, ...(subcategory === undefined ? [] : [subcategory])].map(slugOf)
  if (slugs.includes(undefined)) return ['listings']
  return slugs.length === 1 ? [`category ${slugs[0]}`] : [`place ${slugs.join('/')}`, `places ${slugs[0]}`]
}

/** What a change in a place makes stale, apart from `listings`: without a subcategory, all places of the category. */
export function changedPlaceSources({ category, subcategory }: Place): Source[] {
  const slug = slugOf(category)
  if (slug === undefined) return []
  return [
    `category ${slug}`,
    subcategory === undefined ? `places ${slug}` : `place ${slug}/${slugOf(subcategory) ?? ''}`,
  ]
}

export function listingSource(id: string): Source {
  return `listing ${id.toLowerCase()}`
}

/** `places`: where the listing is and was. */
export function listingSources(id: string, ...places: Place[]): Source[] {
  return ['listings', listingSource(id), ...places.flatMap(changedPlaceSources)]
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
