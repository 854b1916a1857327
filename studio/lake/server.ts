import { keepCompiled } from './keep-compiled.ts'

keepCompiled()
// What it writes holds drafts, tokens and settings, whatever folder it is given.
process.umask(0o077)
const { serve } = await import('./serve.ts')
await serve()
