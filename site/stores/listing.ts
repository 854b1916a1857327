import type { Listing, OwnListing } from '#domain/listing.ts'
import { type Answer, ApiError } from '../lib/api.ts'
import { $pathKey } from './path.ts'
import { createReadStore } from './query.ts'

/** The listing that the page's path names. */
export const $listing = createReadStore<Answer<Listing>, Error>(['/api/listings', $pathKey])

/** The day in San Francisco on which a listing expired, `YYYY-MM-DD`, as the API says it; undefined for other errors. */
export function readExpiredDay(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 410) return undefined
  return /\d{4}-\d{2}-\d{2}/.exec(error.message)?.[0]
}

/** Shows what its poster has made of the page's listing, as far as everybody may see it. */
export function showOwn({ id: _, expiresAt, ...listing }: OwnListing, now = new Date()): void {
  const isShown = expiresAt === null || Date.parse(expiresAt) > now.getTime()
  if (isShown) $listing.mutate({ data: listing, next: undefined })
}
