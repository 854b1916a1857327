import { requestErrors } from '../errors.ts'

/** For requests that query the database. Longer than its statement timeout, so that its own error comes first. */
export const databaseConcurrency = { milliseconds: 6_000, max: 500 }

/**
 * Semaphore for database work: `refuse` when all slots are taken or work takes longer than `milliseconds`. Abandoned work
 * holds its slot until it ends by the pool's own deadline (database/timeout-socket.ts): it is still in the pool's queue.
 * Read the body before taking a slot, or slow clients could take them all.
 */
export function limitConcurrency(
  { milliseconds, max }: { milliseconds: number; max: number },
  refuse: () => Error = requestErrors.databaseUnavailable,
) {
  let taken = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (taken >= max) throw refuse()
    taken += 1
    const working = Promise.try(work).finally(() => (taken -= 1))
    // p-timeout makes an error with its stack for every call, which costs 0.1 ms of each uncached answer.
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(refuse()), milliseconds)
    return Promise.race([working, late]).finally(() => clearTimeout(timer))
  }
}
