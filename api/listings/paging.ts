import { type ListingLocation, locations, readCity } from '#domain/listings/catalogue.ts'
import type { ListingSummary } from '#domain/listings/listing.ts'
import { isUuid } from '#domain/uuid.ts'
import { type Cacheable, placeSources } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import { RequestError } from '../errors.ts'
import { listListings, type ListingCursor, type ListingFilter } from './queries.ts'

/** Newest first, at most 50. `path`: the list's address without a city. `filter` must not contain NUL. */
export async function readListingPage(
  sql: Database,
  filter: ListingFilter,
  { path, before }: { path: string; before?: ListingCursor | undefined },
): Promise<Cacheable<{ listings: ListingSummary[]; next: string | undefined }>> {
  const { listings, next, until } = await listListings(sql, filter, { before })
  const ofCity = filter.city === undefined ? '' : `city=${filter.city}&`
  return {
    value: { listings, next: next && `${path}?${ofCity}before=${writeCursor(next)}` },
    sources: placeSources(filter),
    until,
  }
}

/** Reads `?city=`, ignoring letter case. Throws 400 for an unknown or repeated city. */
export function parseCity([value, ...more]: string[]): ListingLocation | undefined {
  if (value === undefined) return undefined
  const city = readCity(value)
  if (more.length > 0 || !city) throw new RequestError(400, `city must be ${locations.join(' or ')}`)
  return city
}

/** Microseconds since 1970, up to the year 2286. */
const microsPattern = /^\d{1,16}$/

export function writeCursor({ micros, id }: ListingCursor): string {
  return `${micros}_${id}`
}

/** Reads `?before=`. Throws 400 for an invalid cursor. */
export function parseCursor(values: string[]): ListingCursor | undefined {
  const [value, ...more] = values
  if (value === undefined) return undefined
  const [micros = '', id = '', ...rest] = value.split('_')
  if (more.length > 0 || rest.length > 0 || !microsPattern.test(micros) || !isUuid(id)) {
    throw new RequestError(400, 'before is not a valid cursor: follow the link to the next page')
  }
  return { micros, id }
}
