/** Errors that say in one sentence what to do; any other comes with its stack. */
const plain = new Set([
  'EnvironmentError',
  'MigrationError',
  'UnusableDatabaseError',
  'EmbeddedPostgresError',
  'DataFolderInUseError',
  'PagesError',
  'LocalLakeError',
  'PortTakenError',
  'StudioError',
  'ContentFault',
  'ContentError',
  'LinkError',
  'UnreadableError',
  'UnreadableImageError',
  'UnreadableFault',
  'RollbackError',
  'TransferError',
])

/** What Node says when it cannot listen, in the words of the variable that mends it. */
const cannotListen: Record<string, string> = {
  EADDRINUSE: 'Another program listens on this port already: set PORT to a free one',
  EADDRNOTAVAIL: 'HOST is no address of this machine',
  ENOTFOUND: 'HOST is no name that this machine knows',
}

/** What a person at the terminal is told of an error. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'EACCES' && 'port' in error) return 'This port may not be listened on: set PORT to another one'
  return cannotListen[code] ?? (plain.has(error.name) ? error.message : (error.stack ?? error.message))
}
