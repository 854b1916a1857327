/** Something that an answer is made of: rows of one table, or one row. Ids are in lower case, categories are slugs in lower case. */
export type Source = 'events' | `event ${string}` | 'listings' | `listing ${string}` | `category ${string}`

/**
 * What an answer shows: it is stale as soon as one of `sources` changes, and at `until` (milliseconds since 1970), when a
 * listing that it shows expires or the day ends.
 */
export type Shown<Value> = { value: Value; sources: readonly Source[]; until?: number | undefined }
