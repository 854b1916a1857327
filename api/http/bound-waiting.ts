import type { MiddlewareHandler } from 'hono'
import { requestErrors } from '../errors.ts'

/**
 * Semaphore for requests that need the database: at most `most` at once. Answers 503 when all slots are taken, and when
 * the work takes longer than `milliseconds`. The slot is free again as soon as the request is answered, whatever becomes
 * of the work; the pool has its own deadline for a query that hangs (database/watched-socket.ts). A handler must have
 * its body before it takes a slot (http/read-body.ts), or slow clients could take them all.
 */
export function boundWaiting({
  milliseconds,
  most,
}: {
  milliseconds: number
  most: number
}): MiddlewareHandler {
  let taken = 0
  return async (_c, next) => {
    if (taken >= most) throw requestErrors.databaseAway()
    taken += 1
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(requestErrors.databaseAway()), milliseconds)
    try {
      await Promise.race([next(), late])
    } finally {
      clearTimeout(timer)
      taken -= 1
    }
  }
}
