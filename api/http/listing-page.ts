import type { Database } from '../database/open.ts'
import { findCursorAfter, listListings, type ListingCursor, type Wanted } from '../queries/listings.ts'
import { formatCursor } from './listing-cursor.ts'

/** The most listings in one answer. */
const pageSize = 100

/**
 * A page of a category's listings, newest first: a JSON array, and the address of the next page where there is one.
 * `path` is the address of the list of both cities. No part of `wanted` may have a NUL in it.
 */
export async function readListingPage(
  sql: Database,
  wanted: Wanted,
  { path, before }: { path: string; before?: ListingCursor | undefined },
): Promise<{ json: string; next: string | undefined }> {
  const { json, lastId } = await listListings(sql, wanted, { before, limit: pageSize })
  const next = lastId === null ? undefined : await findCursorAfter(sql, wanted, lastId)
  const ofCity = wanted.city === undefined ? '' : `city=${wanted.city}&`
  return { json, next: next && `${path}?${ofCity}before=${formatCursor(next)}` }
}
