/** Errors that say in one sentence what to do; any other comes with its stack. */
const plain = new Set(['EnvironmentError', 'SettingsError', 'SeedError', 'TransferError'])

/** What Node says when it cannot listen, in the words of the variable that mends it. */
const cannotListen: Record<string, string> = {
  EADDRINUSE: 'Another program listens on this port already: set STUDIO_PORT to a free one',
  EACCES: 'This port may not be listened on: set STUDIO_PORT to another one',
}

/** What a person is told of an error that stops the program. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '' } = error as NodeJS.ErrnoException
  if ('port' in error && code in cannotListen) return cannotListen[code] ?? code
  // SQLite's code for a file that another process holds.
  const isInUse = (error.cause as { errcode?: number } | undefined)?.errcode === 5
  return isInUse || plain.has(error.name) ? error.message : (error.stack ?? error.message)
}
