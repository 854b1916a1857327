import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { RequestError } from '../errors.ts'
import type { Logger } from '../runtime/log.ts'
import { requestAnswered } from '../runtime/observe.ts'

/** Never logs the query or body. `X-Request-Id` is always our own: one from a client could be forged. */
export function logRequests(logger: Logger): MiddlewareHandler {
  return async (c, next) => {
    const id = randomUUID()
    const startedAt = performance.now()
    c.header('X-Request-Id', id)
    await next()
    // The address of a personal calendar is its secret: it is all that a reader needs.
    const path = c.req.path.replace(/^(\/calendar\/).+/, '$1…')
    // The status says enough about a refusal; its message may quote the visitor.
    const error = c.error instanceof RequestError ? undefined : c.error
    logRequest(logger, {
      request: id,
      method: c.req.method,
      path,
      route: () => routePath(c),
      status: c.res.status,
      startedAt,
      error,
    })
  }
}

type RequestLog = {
  request: string
  method: string
  path: string
  route: () => string
  status: number
  /** From `performance.now()`. */
  startedAt: number
  error?: Error | undefined
}

export function logRequest(logger: Logger, { startedAt, route, ...rest }: RequestLog): void {
  const ms = performance.now() - startedAt
  const { method, status } = rest
  if (requestAnswered.isRead())
    requestAnswered.publish({ method, route: route(), status, seconds: ms / 1_000 })
  const line = { ...rest, ms: Math.round(ms * 10) / 10 }
  if (status >= 500) logger.error(line)
  else logger.info(line)
}
