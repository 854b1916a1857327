/** An error whose message says in one sentence what to do: it is shown without a stack. */
export class ExpectedError extends Error {
  override name = 'ExpectedError'
}

/** What Node says when it cannot listen, in the words of the variables that mend it: npm's scripts and the own one. */
const cannotListen: Record<string, string> = {
  EADDRINUSE:
    'Another program listens on this port already: set STUDIO_PORT (LAKE_PORT for server.ts by itself) to a free one',
  EACCES:
    'No permission to listen on this port: set STUDIO_PORT (LAKE_PORT for server.ts by itself) to another one',
}

export const storageFullWords =
  'The disk of the Content Lake is full, and nothing of this was saved: make room on it, then try again'

/** What a person is told of an error that stops the program. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '' } = error as NodeJS.ErrnoException
  if ('port' in error && code in cannotListen) return cannotListen[code] ?? code
  if (isStorageFull(error)) return storageFullWords
  return error instanceof ExpectedError ? error.message : (error.stack ?? error.message)
}

/** SQLite's codes for a file that another process holds, and for one that cannot grow. */
export const sqliteCodes = { busy: 5, full: 13 }

export function isInUse(error: unknown): boolean {
  return (
    error instanceof Error && (error.cause as { errcode?: number } | undefined)?.errcode === sqliteCodes.busy
  )
}

/** Whether a write failed because there is no room, or no more of it for this account. */
export function isStorageFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return errcode === sqliteCodes.full || code === 'ENOSPC' || code === 'EDQUOT'
}
