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
