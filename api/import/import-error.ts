/** The message tells an editor or operator why a source cannot be read. */
export class ImportError extends Error {
  override name = 'ImportError'
  readonly isForOperator = true
}
