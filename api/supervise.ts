import type { Running } from './run.ts'
import { say } from './say.ts'

/** Errors that say in one sentence what to do; any other comes with its stack. */
const plain = new Set([
  'EnvironmentError',
  'MigrationError',
  'UnusableDatabaseError',
  'EmbeddedPostgresError',
  'DataFolderInUseError',
])

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return 'Another program listens on this port already: set PORT to a free one'
  if (code === 'EACCES' && 'port' in error) return 'This port may not be listened on: set PORT to another one'
  return plain.has(error.name) ? error.message : (error.stack ?? error.message)
}

/**
 * The life of the process: starts, then waits for SIGTERM or SIGINT, stops cleanly and exits with 0. A start that
 * fails says why and exits with 1. A signal during the start stops it as soon as the step under way is done; a
 * second signal ends the process at once.
 */
export async function supervise(start: () => Promise<Running>): Promise<void> {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  let askedAt: number | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // Ctrl-C under npm comes twice at once: from the terminal and from npm.
      if (askedAt !== undefined && performance.now() - askedAt > 1_000) process.exit(1)
      askedAt ??= performance.now()
      ask()
    })
  }
  // One request's stray rejection is not worth everybody's connection; its stack is what there is to find it by.
  process.on('unhandledRejection', (reason) => say(`Unhandled rejection: ${explain(reason)}`))

  try {
    await using running = await start()
    if (askedAt === undefined) running.addresses.forEach(say)
    await asked
    say('Stopping…')
  } catch (error) {
    if (askedAt === undefined) say(explain(error))
    process.exitCode = askedAt === undefined ? 1 : 0
  }
  process.exit()
}
