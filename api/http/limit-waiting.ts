import { requestErrors } from '../errors.ts'

/** For requests that ask the database. Longer than its deadline for a statement, so that its error comes first. */
export const longestWait = { milliseconds: 6_000, most: 500 }

/**
 * Semaphore for database work: 503 when all slots are taken or work takes longer than `milliseconds`. Abandoned work
 * ends by the pool's own deadline (database/watched-socket.ts). Read the body before taking a slot, or slow clients
 * could take them all.
 */
export function limitWaiting({ milliseconds, most }: { milliseconds: number; most: number }) {
  let taken = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (taken >= most) throw requestErrors.databaseAway()
    taken += 1
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(requestErrors.databaseAway()), milliseconds)
    try {
      return await Promise.race([work(), late])
    } finally {
      clearTimeout(timer)
      taken -= 1
    }
  }
}
