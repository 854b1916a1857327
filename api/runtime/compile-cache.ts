import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Node's compile cache for later imports. Stripping types costs 80 ms per start, and 25 MB of memory. */
export function cacheCompiledCode(): void {
  enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)))
}
