import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { explain, isStorageFull, storageFullWords } from '../explain.ts'
import { say } from '../say.ts'

export type ErrorDetails = {
  /** Sanity's name for the kind of fault: `mutationError`, `queryParseError`, … */
  type: string
  description: string
  items?: readonly unknown[]
  [detail: string]: unknown
}

/** An answer other than success, in the form that Sanity's clients read. */
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

/** The faults that more than one route answers. */
export const lakeErrors = {
  badRequest: (description: string) => new LakeError(400, { type: 'badRequest', description }),
  notFound: (description: string) => new LakeError(404, { type: 'notFound', description }),
  unknownDataset: (name: string) =>
    new LakeError(404, { type: 'datasetNotFound', description: `Dataset "${name}" not found` }),
  diskFull: () => new LakeError(507, { type: 'storageFullError', description: storageFullWords }),
  unexpected: () =>
    new LakeError(500, {
      type: 'internalError',
      description: 'An unexpected fault in the local Content Lake',
    }),
}

/** What a client is told of an error: our own words, never those of an unexpected one. */
export function toLakeError(error: unknown): LakeError {
  if (error instanceof LakeError) return error
  if (error instanceof HTTPException)
    return new LakeError(error.status, { type: 'httpError', description: error.message })
  return isStorageFull(error) ? lakeErrors.diskFull() : lakeErrors.unexpected()
}

/** The one place that turns an error into an answer. */
export function answerError(c: Context, error: unknown): Response {
  const { status, details } = toLakeError(error)
  if (status === 500) say(explain(error))
  return c.json({ error: details, statusCode: status, message: details.description }, status, {
    'Cache-Control': 'no-store',
    ...(status === 503 && { 'Retry-After': '2' }),
  })
}
