import type { MiddlewareHandler } from 'hono'
import { requestErrors } from '../errors.ts'

/**
 * Semaphore for database work: 503 when all slots are taken or work takes longer than `milliseconds`. Abandoned work
 * ends by the pool's own deadline (database/watched-socket.ts). Read the body before taking a slot, or slow clients
 * could take them all.
 */
export function limitWaiting({
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
