/**
 * `content-faulty`: the content does not make a valid page. `content-unreadable`: Sanity does not answer.
 * `image-unreadable`: an image of one page cannot be read.
 */
const codes = ['content-faulty', 'content-unreadable', 'image-unreadable'] as const
export type ContentErrorCode = (typeof codes)[number]

/** The message names document, field and reason, one fault per line; for `content-unreadable`, hosts and ports. */
export class ContentError extends Error {
  override name = 'ContentError'
  readonly code: ContentErrorCode
  /** Printed without a stack. */
  readonly isForOperator = true

  constructor(message: string, code: ContentErrorCode = 'content-faulty', options: ErrorOptions = {}) {
    super(message, options)
    this.code = code
  }
}

/** Checks the code, not the class: the page bundle has its own copy of the class. */
export function isContentError(error: unknown): error is ContentError {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code)
}
