/** The pages could not be built, rendered or written. The message says why. */
export class PagesError extends Error {
  override name = 'PagesError'
}

/** A page cannot be rendered from the content. The message names the document, and why. */
export class ContentFault extends Error {
  override name = 'ContentFault'
}

/** The content does not answer: trying again may help. The message names hosts and ports. */
export class UnreadableFault extends ContentFault {
  override name = 'UnreadableFault'
}

/** The host that builds the site could not be told of a change. The message may be shown to an editor. */
export class DeployFault extends Error {
  override name = 'DeployFault'
}

/** What went wrong with the pages: a fault of the content in its own words, everything else with its stack. */
export function toFault(error: unknown): ContentFault | PagesError {
  if (!(error instanceof Error)) return new PagesError(String(error))
  const { name, message, stack = message } = error
  if (name === 'UnreadableError') return new UnreadableFault(message)
  if (['ContentError', 'UnreadableImageError', 'LinkError'].includes(name)) return new ContentFault(message)
  return new PagesError(`The pages could not be prepared:\n${stack}`)
}
