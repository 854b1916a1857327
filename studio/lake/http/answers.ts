import { STATUS_CODES } from 'node:http'
import { type Duplex, Readable } from 'node:stream'
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
  const lakeError = toLakeError(error)
  const { status } = lakeError
  if (status === 500) log(formatError(error))
  return c.body(formatBody(lakeError), status, {
    'Content-Type': 'application/json',
    ...(status === 503 && { 'Retry-After': '2' }),
  })
}

/** `sendError` for bytes that are not an HTTP request. */
export function sendErrorToSocket(socket: Duplex, error: LakeError): void {
  if (!socket.writable) return void socket.destroy()
  const body = formatBody(error)
  const headers = {
    ...defaultHeaders,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines, '', body].join('\r\n'))
}

export function formatBody({ status, details }: LakeError): string {
  return JSON.stringify({ error: details, statusCode: status, message: details.description })
}

/** Streams values as NDJSON, one at a time as the client reads. */
export function sendNdjson(c: Context, values: Iterable<unknown>): Response {
  const lines = Iterator.from(values).map((value) => `${JSON.stringify(value)}\n`)
  return c.body(Readable.toWeb(Readable.from(lines, { objectMode: false })) as ReadableStream, 200, {
    'Content-Type': 'application/x-ndjson; charset=utf-8',
  })
}
