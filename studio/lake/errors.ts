import type { ContentfulStatusCode } from 'hono/utils/http-status'

export type ErrorDetails = {
  /** Sanity's name for the kind of error: `mutationError`, `queryParseError`, … */
  type: string
  description: string
  items?: readonly unknown[]
  [detail: string]: unknown
}

/** An HTTP error in the form that Sanity's clients read. */
export class LakeError extends Error {
  override name = 'LakeError'
  readonly status: ContentfulStatusCode
  readonly details: ErrorDetails

  constructor(status: ContentfulStatusCode, details: ErrorDetails) {
    super(details.description)
    this.status = status
    this.details = details
  }
}

const storageFull =
  'The disk of the Content Lake is full, and nothing was saved: make room on it, then try again'

const noSession =
  'Unauthorized - Session not found: send the write token, or open the Studio with a link of `npm run studio:link`'

/** Errors of more than one route. */
export const lakeErrors = {
  badRequest: (description: string) => new LakeError(400, { type: 'badRequest', description }),
  unauthorized: (description = noSession) => new LakeError(401, { type: 'unauthorized', description }),
  unknownCode: (): LakeError =>
    lakeErrors.unauthorized('This link is incomplete, has been used, or has expired.'),
  /** `retryAfter`: seconds. */
  tooMany: (retryAfter: number) =>
    new LakeError(429, { type: 'tooManyRequests', description: 'Too many failed attempts.', retryAfter }),
  conflict: (description: string) => new LakeError(409, { type: 'conflict', description }),
  forbidden: (description: string) => new LakeError(403, { type: 'forbidden', description }),
  notFound: (description: string) => new LakeError(404, { type: 'notFound', description }),
  unknownDataset: (name: string) =>
    new LakeError(404, { type: 'datasetNotFound', description: `Dataset "${name}" not found` }),
  unavailable: (description: string) => new LakeError(503, { type: 'unavailable', description }),
  storageFull: () => new LakeError(507, { type: 'storageFullError', description: storageFull }),
  unexpected: () =>
    new LakeError(500, {
      type: 'internalError',
      description: 'An unexpected error in the local Content Lake',
    }),
}

/** An error whose message tells the operator in one sentence what to do. It is logged without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError'
  readonly code: 'folderInUse' | 'portInUse' | 'damaged' | 'missing' | 'failed'

  constructor(message: string, options: ErrorOptions & { code?: OperatorError['code'] } = {}) {
    super(message, options)
    this.code = options.code ?? 'failed'
  }
}

const changePort = 'set STUDIO_PORT (LAKE_PORT for a standalone server.ts)'

/** Turns an error of Node's `listen` into a message that names the setting to change. */
export function toListenError(error: NodeJS.ErrnoException): Error {
  if (error.code === 'EADDRINUSE')
    return new OperatorError(`Another program listens on this port already: ${changePort} to a free one`, {
      code: 'portInUse',
    })
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    return new OperatorError(
      'STUDIO_HOST (--host) must be an address of this machine, such as 0.0.0.0 for all',
    )
  if (error.code !== 'EACCES') return error
  return new OperatorError(`No permission to listen on this port: ${changePort} to another one`)
}

/** The log line of an error: the message if it is for the operator, else the stack. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (isStorageFull(error)) return storageFull
  return error instanceof OperatorError ? error.message : (error.stack ?? error.message)
}

/** SQLite's result codes for a locked file, a damaged one, a full disk, and a file that is no database. */
export const sqliteCodes = { busy: 5, corrupt: 11, full: 13, notADatabase: 26 }

/** Whether a write failed because the disk or the quota is full. */
export function isStorageFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return errcode === sqliteCodes.full || code === 'ENOSPC' || code === 'EDQUOT'
}

export function log(line: string): void {
  process.stderr.write(`${line}\n`)
}
