import { nanoquery } from '@nanostores/query'
import { atom, computed, onMount } from 'nanostores'
import type { CalendarEvent } from '#domain/events/event.ts'
import type { Listing } from '#domain/listings/listing.ts'
import { type Answer, read } from '../lib/api.ts'
import { readPathParts } from '../lib/page/path.ts'

/** Undefined on the server and at hydration: a prerendered page does not know its address. */
export function createAddressStore<Part>(readPart: (address: Location) => Part) {
  const $part = atom<Part | undefined>()
  onMount($part, () => {
    if (import.meta.env.SSR) return undefined
    const update = () => $part.set(readPart(window.location))
    update()
    // Back and Forward between URLs of the same page.
    window.addEventListener('popstate', update)
    return () => window.removeEventListener('popstate', update)
  })
  return $part
}

export const $pathParts = createAddressStore(({ pathname }) => readPathParts(pathname))

export const $pathKey = computed($pathParts, (parts) => parts?.map(encodeURIComponent).join('/'))

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

export const $listing = createReadStore<Answer<Listing>, Error>(['/api/listings', $pathKey])
