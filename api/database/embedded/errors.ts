/** A start that cannot succeed, told in one sentence that an operator can act on. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** Another live process uses the data folder. Its server was left alone. */
export class DataFolderInUseError extends EmbeddedPostgresError {
  override name = 'DataFolderInUseError'

  constructor(folder: string) {
    super(`${folder} is in use by another process; stop it first, or set DATA_DIR to another folder.`)
  }
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** What went wrong, in the words of the program that failed where there was one. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const words = 'stderr' in error ? String(error.stderr).trim() : ''
  return words || error.message || error.name
}
