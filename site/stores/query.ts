import { nanoquery } from '@nanostores/query'
import { read } from '../lib/api.ts'

export const [createReadStore] = nanoquery({
  fetcher: (...parts) => read(parts.join('/')),
  cacheLifetime: Infinity,
  dedupeTime: Infinity,
  onErrorRetry: null,
  revalidateInterval: 0,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
})
