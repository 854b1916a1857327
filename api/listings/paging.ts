import type { ListingSummary } from '#domain/listings/listing.ts'
import { categorySource, type Shown } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import { formatCursor } from './cursor.ts'
import { listListings, type ListingCursor, type Wanted } from './queries.ts'

type AddressedPage = { listings: ListingSummary[]; next: string | undefined }

/** Newest first, at most 50. `path` is the list of both cities. `wanted` must not contain NUL. */
export async function readListingPage(
  sql: Database,
  wanted: Wanted,
  { path, before }: { path: string; before?: ListingCursor | undefined },
): Promise<Shown<AddressedPage>> {
  const { listings, next, until } = await listListings(sql, wanted, { before })
  const ofCity = wanted.city === undefined ? '' : `city=${wanted.city}&`
  return {
    value: { listings, next: next && `${path}?${ofCity}before=${formatCursor(next)}` },
    sources: [categorySource(wanted.category)],
    until,
  }
}
