/** An error whose message tells the operator what to do; printed without its stack. */
export class OperatorError extends Error {
  override name = 'OperatorError'
  readonly isForOperator = true
}

const cannotListen: Record<string, string> = {
  EADDRINUSE: 'Another program listens on this port already: set PORT to a free one',
  EADDRNOTAVAIL: 'HOST is not an address of this machine',
  ENOTFOUND: 'HOST is a name that this machine cannot resolve',
}

/** What the failed program printed, or else the error's message. */
export function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const printed = 'stderr' in error ? String(error.stderr).trim() : ''
  return printed || error.message || error.name
}

export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'EACCES' && 'port' in error)
    return 'No permission to listen on this port: set PORT to another one'
  // Classes that cannot import OperatorError have the field too.
  const isPlain = 'isForOperator' in error
  return cannotListen[code] ?? (isPlain ? error.message : (error.stack ?? error.message))
}

/** Writes to standard error, for people. Standard output is only for the log. */
export function printLine(line: string): void {
  process.stderr.write(`${line}\n`)
}
