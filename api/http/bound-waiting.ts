import type { MiddlewareHandler } from 'hono'
import { requestErrors } from '../errors.ts'

/**
 * For what asks the database. A database that hangs tells nobody, neither Postgres' own deadlines nor an error: who
 * has waited so long gets the answer of a database that is away, and while too many wait, the next ones get it at
 * once, so that they do not pile up in memory. A wait ends here, not the statement: nothing is sent twice.
 */
export function boundWaiting({
  milliseconds,
  most,
}: {
  milliseconds: number
  most: number
}): MiddlewareHandler {
  let waiting = 0
  return async (_c, next) => {
    if (waiting >= most) throw requestErrors.databaseAway()
    waiting += 1
    const answered = next().finally(() => (waiting -= 1))
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(requestErrors.databaseAway()), milliseconds)
    await Promise.race([answered, late]).finally(() => clearTimeout(timer))
  }
}
