import pTimeout from 'p-timeout'
import { requestErrors } from '../errors.ts'

/** For requests that query the database. Longer than its statement timeout, so that its own error comes first. */
export const databaseConcurrency = { milliseconds: 6_000, max: 500 }

/**
 * Semaphore for database work: 503 when all slots are taken or work takes longer than `milliseconds`. Abandoned work
 * holds its slot until it ends by the pool's own deadline (database/timeout-socket.ts): it is still in the pool's queue.
 * Read the body before taking a slot, or slow clients could take them all.
 */
export function limitConcurrency({ milliseconds, max }: { milliseconds: number; max: number }) {
  let taken = 0
  const fallback = () => {
    throw requestErrors.databaseUnavailable()
  }
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (taken >= max) return fallback()
    taken += 1
    const working = Promise.try(work).finally(() => (taken -= 1))
    return pTimeout(working, { milliseconds, fallback })
  }
}
