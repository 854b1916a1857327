/** The message tells the operator what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
  /** Printed without a stack. */
  readonly isForOperator = true
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** What the failed program printed, or else the error's message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const words = 'stderr' in error ? String(error.stderr).trim() : ''
  return words || error.message || error.name
}
