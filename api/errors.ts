import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { fill, messages, plural } from '#domain/language.ts'
import { toDay } from '#domain/pacific.ts'
import { isDatabaseUnavailable } from './runtime/postgres-errors.ts'

/** The message is one line of plain text for visitors. */
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

export const requestErrors = {
  unknownPath: () => new RequestError(404, messages().answers.unknownPath),
  unknownEvent: () => new RequestError(404, messages().event.notFound),
  unknownListing: () => new RequestError(404, messages().answers.unknownListing),
  /** Says neither the listing's text nor the reason. */
  withheldListing: () => new RequestError(404, messages().answers.withheldListing),
  /** `expiredAt` is ISO 8601. `Expired-On` is its Pacific day, `YYYY-MM-DD`, which the page formats. */
  expiredListing: (expiredAt: string) => {
    const day = toDay(expiredAt)
    return new RequestError(410, fill(messages().answers.expiredListing, { day }), { 'Expired-On': day })
  },
  wrongMethod: (allowed: string) =>
    new RequestError(405, fill(messages().answers.wrongMethod, { methods: allowed }), { Allow: allowed }),
  /** `message` contains the placeholder `{wait}`. */
  tooMany: (message: string, seconds: number) => {
    const wait = plural(messages().answers.minutes, Math.ceil(seconds / 60))
    return new RequestError(429, fill(message, { wait }), { 'Retry-After': String(seconds) })
  },
  databaseUnavailable: () => new RequestError(503, messages().answers.away, { 'Retry-After': '5' }),
  unexpected: () => new RequestError(500, messages().answers.unexpected),
}

/** Visitors never see the message of an unexpected error. */
export function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error
  if (error instanceof HTTPException) return new RequestError(error.status, error.message)
  return isDatabaseUnavailable(error) ? requestErrors.databaseUnavailable() : requestErrors.unexpected()
}

export function answerError(c: Context, error: unknown): Response {
  const { status, message, headers } = toRequestError(error)
  return c.text(message, status, { 'Cache-Control': 'no-store', ...headers })
}
