import { toSlug } from '#domain/catalogue.ts'

/** Something that an answer is made of: rows of one table, or one row. Ids are in lower case, categories are slugs in lower case. */
export type Source = 'events' | `event ${string}` | 'listings' | `listing ${string}` | `category ${string}`

/**
 * What an answer shows: it is stale as soon as one of `sources` changes, and at `until` (milliseconds since 1970), when a
 * listing that it shows expires or the day ends.
 */
export type Shown<Value> = { value: Value; sources: readonly Source[]; until?: number | undefined }

/** The listings of a category, by name or slug. Other letters than ASCII's have no lower case that both sides agree on. */
export function categorySource(category: string): Source {
  return /^[\0-\x7f]*$/.test(category) ? `category ${toSlug(category).toLowerCase()}` : 'listings'
}
