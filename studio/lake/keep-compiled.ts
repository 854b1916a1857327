import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Lets Node keep what it made of the TypeScript files: to strip their types costs 25 MB and time at each start. */
export function keepCompiled(): void {
  enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)))
}
