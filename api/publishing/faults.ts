import { type ContentError, isContentError } from '#domain/content/content-error.ts'
import { OperatorError } from '../runtime/operator.ts'

export class PagesError extends OperatorError {
  override name = 'PagesError'
}

/** The message may be shown to an editor. */
export class DeployFault extends Error {
  override name = 'DeployFault'
}

export function toFault(error: unknown): ContentError | PagesError {
  if (isContentError(error)) return error
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return new PagesError(`The pages could not be prepared:\n${words}`)
}
