import type { Running } from './run.ts'
import { say } from './say.ts'

/** Errors that say in one sentence what to do; any other comes with its stack. */
const plain = new Set([
  'EnvironmentError',
  'MigrationError',
  'UnusableDatabaseError',
  'EmbeddedPostgresError',
  'DataFolderInUseError',
  'PagesError',
  'LocalLakeError',
  'StudioError',
  'ContentFault',
])

/** What Node says when it cannot listen, in the words of the variable that mends it. */
const cannotListen: Record<string, string> = {
  EADDRINUSE: 'Another program listens on this port already: set PORT to a free one',
  EADDRNOTAVAIL: 'HOST is no address of this machine',
  ENOTFOUND: 'HOST is no name that this machine knows',
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'EACCES' && 'port' in error) return 'This port may not be listened on: set PORT to another one'
  return cannotListen[code] ?? (plain.has(error.name) ? error.message : (error.stack ?? error.message))
}

/** A supervisor of ours may send SIGKILL after this; then the next start finds what it left, and takes it over. */
const stopDeadline = 20_000

/**
 * The life of the process: starts, then waits for SIGTERM or SIGINT, stops cleanly and exits with 0. What fails says
 * why and exits with 1. A signal during the start stops it at its next step, through the signal that `start` gets; a
 * second one ends the process at once.
 */
export async function supervise(start: (signal: AbortSignal) => Promise<Running>): Promise<never> {
  const stopping = new AbortController()
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  let askedAt: number | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // Ctrl-C under npm comes twice at once: from the terminal and from npm.
      if (askedAt !== undefined && performance.now() - askedAt > 1_000) process.exit(1)
      askedAt ??= performance.now()
      stopping.abort()
      ask()
    })
  }
  // One request's stray rejection is not worth everybody's connection; its stack is what there is to find it by.
  process.on('unhandledRejection', (reason) => say(`Unhandled rejection: ${explain(reason)}`))

  let running: Running
  try {
    running = await start(stopping.signal)
  } catch (error) {
    if (stopping.signal.aborted) process.exit(0)
    say(explain(error))
    process.exit(1)
  }
  if (!stopping.signal.aborted) running.addresses.forEach(say)
  await asked
  say('Stopping…')
  setTimeout(() => {
    say('Something does not stop: leaving it behind.')
    process.exit(1)
  }, stopDeadline)
  try {
    await running[Symbol.asyncDispose]()
  } catch (error) {
    say(`Could not stop cleanly: ${explain(error)}`)
    process.exit(1)
  }
  process.exit(0)
}
