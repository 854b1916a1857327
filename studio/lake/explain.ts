import { isStorageFull, storageFullWords } from './storage-full.ts'

/** Errors that say in one sentence what to do; any other comes with its stack. */
const plain = new Set(['EnvironmentError', 'SettingsError', 'TransferError'])

/** What Node says when it cannot listen, in the words of the variables that mend it: npm's scripts and the own one. */
const cannotListen: Record<string, string> = {
  EADDRINUSE:
    'Another program listens on this port already: set STUDIO_PORT (LAKE_PORT for server.ts by itself) to a free one',
  EACCES:
    'This port may not be listened on: set STUDIO_PORT (LAKE_PORT for server.ts by itself) to another one',
}

/** What a person is told of an error that stops the program. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '' } = error as NodeJS.ErrnoException
  if ('port' in error && code in cannotListen) return cannotListen[code] ?? code
  if (isStorageFull(error)) return storageFullWords
  return isInUse(error) || plain.has(error.name) ? error.message : (error.stack ?? error.message)
}

/** Whether a folder cannot be opened because another process has it open: SQLite's code for a locked file. */
export function isInUse(error: unknown): boolean {
  return error instanceof Error && (error.cause as { errcode?: number } | undefined)?.errcode === 5
}
