import type { Database, Transaction } from '../database/open.ts'
import { requestErrors } from '../errors.ts'
import { countRequest, type LimitName, type RateLimit } from './limit-queries.ts'

/**
 * Counts a request and writes in one transaction: a write that fails does not count. Throws 429 with `message` beyond
 * the limits.
 */
export function writeWithin<Result>(
  sql: Database,
  limit: LimitName,
  rateLimit: RateLimit,
  message: string,
  write: (sql: Transaction) => Promise<Result>,
) {
  return sql.begin(async (transaction) => {
    const seconds = await countRequest(transaction, limit, rateLimit)
    if (seconds > 0) throw requestErrors.tooMany(message, seconds)
    return write(transaction)
  })
}
