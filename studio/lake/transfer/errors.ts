/** Content that could not be moved. The message says in a sentence what to do. */
export class TransferError extends Error {
  override name = 'TransferError'
}
