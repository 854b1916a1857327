import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// To strip the types of the TypeScript files costs 25 MB and time at each start.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)))
// What it writes holds drafts, tokens and settings, whatever folder it is given.
process.umask(0o077)
const { serve } = await import('./serve.ts')
await serve()
