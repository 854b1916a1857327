export class PagesError extends Error {
  override name = 'PagesError'
}

/** The message names the document and the reason. */
export class ContentFault extends Error {
  override name = 'ContentFault'
}

/** Trying again may help. The message names hosts and ports. */
export class UnreadableFault extends ContentFault {
  override name = 'UnreadableFault'
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
