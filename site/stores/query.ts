import { nanoquery } from '@nanostores/query'
import { readFirst } from '../lib/record.ts'

/**
 * Reads as the spec has them (section 7): the key's parts joined with a slash, not retried, not refetched on focus
 * or reconnection, never polled, and what was fetched does not go stale. What came with the page is not fetched at all.
 */
export const [createReadStore] = nanoquery({
  fetcher: (...parts) => readFirst(parts.join('/')),
  cacheLifetime: Infinity,
  dedupeTime: Infinity,
  onErrorRetry: null,
  revalidateInterval: 0,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
})
