// A process of its own that holds a data folder: `node holder.ts <folder> [native folder]`.
// Prints one line of JSON, { url } or { name, message }, and stops at SIGTERM or SIGINT.
import { startEmbeddedPostgres } from '../start.ts'

const [folder = '', binFolder] = process.argv.slice(2)

try {
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const server = await startEmbeddedPostgres({ folder, log, ...(binFolder && { binFolder }) })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void server.stop())
  process.stdout.write(`${JSON.stringify({ url: server.url })}\n`)
} catch (error) {
  const { name, message } = error as Error
  process.stdout.write(`${JSON.stringify({ name, message })}\n`)
}
