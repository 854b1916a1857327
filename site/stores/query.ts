import { nanoquery } from '@nanostores/query'
import { read } from '../lib/api.ts'

/**
 * Reads as the spec has them (section 7): the key's parts joined with a slash, not retried, not refetched on focus
 * or reconnection, never polled, and what was fetched does not go stale.
 */
export const [createReadStore] = nanoquery({
  fetcher: (...parts) => read(parts.join('/')),
  cacheLifetime: Infinity,
  dedupeTime: Infinity,
  onErrorRetry: null,
  revalidateInterval: 0,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
})
