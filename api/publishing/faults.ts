import { ContentFault, UnreadableFault } from '../content/content-fault.ts'

export class PagesError extends Error {
  override name = 'PagesError'
}

/** The message may be shown to an editor. */
export class DeployFault extends Error {
  override name = 'DeployFault'
}

export function toFault(error: unknown): ContentFault | PagesError {
  if (!(error instanceof Error)) return new PagesError(String(error))
  const { name, message, stack = message } = error
  if (name === 'UnreadableError') return new UnreadableFault(message)
  if (['ContentError', 'UnreadableImageError', 'LinkError'].includes(name)) return new ContentFault(message)
  return new PagesError(`The pages could not be prepared:\n${stack}`)
}
