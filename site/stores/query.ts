import { nanoquery } from '@nanostores/query'
import { computed } from 'nanostores'
import type { CalendarEvent } from '#domain/events/event.ts'
import type { Listing } from '#domain/listings/listing.ts'
import { type Answer, ApiError, read } from '../lib/api.ts'
import { $pathKey, $pathParts } from './path.ts'

/** Not retried, refetched or polled, and never stale (spec, section 7). */
export const [createReadStore] = nanoquery({
  fetcher: (...parts) => read(parts.join('/')),
  cacheLifetime: Infinity,
  dedupeTime: Infinity,
  onErrorRetry: null,
  revalidateInterval: 0,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
})

export const $allEvents = createReadStore<Answer<CalendarEvent[]>, Error>(['/api/events'])

export const $event = computed([$allEvents, $pathParts], ({ data, error }, parts) => {
  const id = parts?.[0]?.toLowerCase()
  return { error, event: data && id && (data.data?.find((event) => event.id === id) ?? null) }
})

export const $listing = createReadStore<Answer<Listing>, Error>(['/api/listings', $pathKey])

/** `YYYY-MM-DD` in San Francisco, of a listing that has expired. */
export function readExpiredDay(error: unknown): string | undefined {
  return error instanceof ApiError ? (error.headers.get('Expired-On') ?? undefined) : undefined
}
