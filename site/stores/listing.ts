import type { Listing } from '#domain/listing.ts'
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
