import type { Listing } from '#domain/listing.ts'
import { type Answer, ApiError } from '../lib/api.ts'
import { $pathKey } from './path.ts'
import { createReadStore } from './query.ts'

export const $listing = createReadStore<Answer<Listing>, Error>(['/api/listings', $pathKey])

/** `YYYY-MM-DD` in San Francisco, from the message of a 410. */
export function readExpiredDay(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 410) return undefined
  return /\d{4}-\d{2}-\d{2}/.exec(error.message)?.[0]
}
