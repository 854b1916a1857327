import { Readable } from 'node:stream'
import type { Context, MiddlewareHandler } from 'hono'
import { formatError, isStorageFull, LakeError, lakeErrors, log } from '../errors.ts'

/** The headers of answers that do not set them. Only the pages have a policy that loads or runs anything. */
export const defaultHeaders: Record<string, string> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

export const addDefaultHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(defaultHeaders)) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
}

/** Hides the message of an unexpected error. */
export function toLakeError(error: unknown): LakeError {
  if (error instanceof LakeError) return error
  return isStorageFull(error) ? lakeErrors.storageFull() : lakeErrors.unexpected()
}

export function sendError(c: Context, error: unknown): Response {
  const { status, details } = toLakeError(error)
  if (status === 500) log(formatError(error))
  const headers = status === 503 ? { 'Retry-After': '2' } : undefined
  return c.json({ error: details, statusCode: status, message: details.description }, status, headers)
}

/** Streams values as NDJSON, one at a time as the client reads. */
export function sendNdjson(c: Context, values: Iterable<unknown>): Response {
  const lines = Iterator.from(values).map((value) => `${JSON.stringify(value)}\n`)
  return c.body(Readable.toWeb(Readable.from(lines, { objectMode: false })) as ReadableStream, 200, {
    'Content-Type': 'application/x-ndjson; charset=utf-8',
  })
}
