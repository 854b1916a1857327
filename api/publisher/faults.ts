/** The pages could not be built, rendered or written. The message says why. */
export class PagesError extends Error {
  override name = 'PagesError'
}

/** A document of the content makes no whole page, or the content does not answer. The message says which, and why. */
export class ContentFault extends Error {
  override name = 'ContentFault'
}

/** The host that builds the site could not be told of a change. The message may be shown to an editor. */
export class DeployFault extends Error {
  override name = 'DeployFault'
}
