import { timingSafeEqual } from 'node:crypto'
import { fill, words } from '#domain/language.ts'
import type { Database } from '../database/open.ts'
import { requestErrors, RequestError } from '../errors.ts'
import { type Claim, claimOne, deleteAged, findWait, lockNetwork } from '../queries/hourly-limits.ts'
import { findTokenHash } from '../queries/own-listings.ts'
import { hashSecret } from './manage-token.ts'
import { describeWait } from './describe-wait.ts'

/** Wrong tokens from one network: enough for links that are old, and far too few to guess one of 256 bits. */
const perHour = 20

type Asked = {
  /** Of the form of a UUID. */
  id: string
  token: string | undefined
  network: string
}

/**
 * Whoever has a listing's token may change it, whatever others of the same network have sent. Throws 401 without a
 * token, 404 where there is no listing, which anybody may ask, 403 for a token that is not the listing's, and 429 for
 * one after too many others.
 */
export async function requireOwner(sql: Database, { id, token, network }: Asked): Promise<void> {
  if (token === undefined) {
    throw new RequestError(401, words().answers.noToken, { 'WWW-Authenticate': 'Bearer' })
  }
  const stored = await findTokenHash(sql, id)
  if (stored === undefined) throw requestErrors.unknownListing()
  // A listing that was loaded by hand has no token: none is right.
  if (stored !== null && timingSafeEqual(stored, hashSecret(token))) return
  const wait = await countWrongToken(sql, { network, perHour })
  void deleteAged(sql, 'wrongTokens').catch(() => {}) // Housekeeping that nobody waits for.
  if (wait > 0) throw tooManyTokens(wait)
  throw new RequestError(403, words().answers.wrongToken)
}

/** Answers as `findWait` does; past the limit nothing waits for the network's lock. */
async function countWrongToken(sql: Database, claim: Claim): Promise<number> {
  const seconds = await findWait(sql, 'wrongTokens', claim)
  if (seconds > 0) return seconds
  return sql.begin(async (transaction) => {
    await lockNetwork(transaction, 'wrongTokens', claim.network)
    return claimOne(transaction, 'wrongTokens', claim)
  })
}

function tooManyTokens(seconds: number): RequestError {
  const message = fill(words().answers.tooManyTokens, { wait: describeWait(seconds) })
  return new RequestError(429, message, { 'Retry-After': String(seconds) })
}
