/** The message names the document and the reason. */
export class ContentFault extends Error {
  override name = 'ContentFault'
}

/** Trying again may help. The message names hosts and ports. */
export class UnreadableFault extends ContentFault {
  override name = 'UnreadableFault'
}
