import { timingSafeEqual } from 'node:crypto'
import { messages } from '#domain/language.ts'
import type { Database } from '../database/open.ts'
import { requestErrors, RequestError } from '../errors.ts'
import {
  type RateLimit,
  countRequest,
  deleteExpiredRequests,
  findRetryDelay,
  lockNetwork,
} from '../moderation/limit-queries.ts'
import type { Network } from '../moderation/networks.ts'
import { findTokenHash } from './manage-queries.ts'
import { hashSecret } from './manage-token.ts'

/** Wrong tokens allowed per network: enough for old links, too few to guess 256 bits. */
const perHour = 20

type OwnerCheck = {
  /** A UUID. */
  id: string
  token: string | undefined
  networks: Network[]
}

/** Throws 401 without a token, 404 for an unknown listing, 403 for a wrong token, 429 after too many wrong ones. */
export async function requireOwner(sql: Database, { id, token, networks }: OwnerCheck): Promise<void> {
  if (token === undefined) {
    throw new RequestError(401, messages().answers.noToken, { 'WWW-Authenticate': 'Bearer' })
  }
  const stored = await findTokenHash(sql, id)
  if (stored === undefined) throw requestErrors.unknownListing()
  // Imported listings have no token: any token is wrong.
  if (stored !== null && timingSafeEqual(stored, hashSecret(token))) return
  const wait = await countWrongToken(sql, { networks, perHour })
  void deleteExpiredRequests(sql, 'wrongTokens').catch(() => {}) // Housekeeping, not awaited.
  if (wait > 0) throw requestErrors.tooMany(messages().answers.tooManyTokens, wait)
  throw new RequestError(403, messages().answers.wrongToken)
}

/** Checks without the lock first, so that requests beyond the limit do not queue for it. */
async function countWrongToken(sql: Database, rateLimit: RateLimit): Promise<number> {
  const seconds = await findRetryDelay(sql, 'wrongTokens', rateLimit)
  if (seconds > 0) return seconds
  return sql.begin(async (transaction) => {
    await lockNetwork(transaction, 'wrongTokens', rateLimit)
    return countRequest(transaction, 'wrongTokens', rateLimit)
  })
}
