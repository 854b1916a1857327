import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { fill, words } from '#domain/language.ts'
import { toDay } from '#domain/pacific.ts'
import { isDatabaseAway } from './database/faults.ts'

/** An answer other than success: one line of plain text that a visitor may read. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly status: ContentfulStatusCode
  readonly headers: Record<string, string>

  constructor(status: ContentfulStatusCode, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

/**
 * The faults that more than one place answers, in the language of the request. Those of one route stand in that route.
 */
export const requestErrors = {
  unknownPath: () => new RequestError(404, words().answers.unknownPath),
  unknownListing: () => new RequestError(404, words().answers.unknownListing),
  noListingId: () => new RequestError(400, words().answers.noListingId),
  /** With the day, in Pacific time, in a form that the page can find and write in its own. */
  expiredListing: (expiredAt: string) =>
    new RequestError(410, fill(words().answers.expiredListing, { day: toDay(expiredAt) })),
  wrongMethod: (allowed: string) =>
    new RequestError(405, fill(words().answers.wrongMethod, { methods: allowed }), { Allow: allowed }),
  databaseAway: () =>
    new RequestError(503, words().answers.away, {
      'Retry-After': '5',
    }),
  unexpected: () => new RequestError(500, words().answers.unexpected),
}

/** What a visitor is told of an error: our own words, never the error's. */
export function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error
  if (error instanceof HTTPException) return new RequestError(error.status, error.message)
  return isDatabaseAway(error) ? requestErrors.databaseAway() : requestErrors.unexpected()
}

/** The one place that turns an error into an answer. */
export function answerError(c: Context, error: unknown): Response {
  const { status, message, headers } = toRequestError(error)
  return c.text(message, status, { 'Cache-Control': 'no-store', ...headers })
}
