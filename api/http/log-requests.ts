import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { RequestError } from '../errors.ts'
import type { Logger } from '../log.ts'

/**
 * One line for each request, and its id in `X-Request-Id`, so that a visitor's report finds its line.
 * The id is ours alone: one sent by a stranger could imitate another request's. Neither query nor body is logged.
 */
export function logRequests(logger: Logger): MiddlewareHandler {
  return async (c, next) => {
    const id = randomUUID()
    const startedAt = performance.now()
    c.header('X-Request-Id', id)
    await next()
    const { method, path } = c.req
    // A refusal is told whole by its status; its message may repeat a word of the visitor's.
    const error = c.error instanceof RequestError ? undefined : c.error
    logRequest(logger, {
      request: id,
      method,
      path,
      status: c.res.status,
      startedAt,
      ...(error && { error }),
    })
  }
}

type Logged = {
  request: string
  method: string
  path: string
  status: number
  /** By the clock of `performance`. */
  startedAt: number
  error?: Error
}

/** The line of a request. */
export function logRequest(logger: Logger, { startedAt, ...rest }: Logged): void {
  const line = { ...rest, ms: Math.round((performance.now() - startedAt) * 10) / 10 }
  if (rest.status >= 500) logger.error(line)
  else logger.info(line)
}
