import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { messages } from '#domain/language.ts'
import { announcesEvent } from '#domain/listings/details.ts'
import type { ManagedListing } from '#domain/listings/listing.ts'
import { isUuid } from '#domain/uuid.ts'
import type { Database, Transaction } from '../database/open.ts'
import { requestErrors, RequestError } from '../errors.ts'
import { findRetryDelay } from '../moderation/limit-queries.ts'
import { writeWithin } from '../moderation/write-within.ts'
import type { Network } from '../moderation/networks.ts'
import { findRecord, toManaged } from '../moderation/state-queries.ts'
import { findEventState, findTokenHash } from './manage-queries.ts'
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
  const { tooManyTokens, wrongToken } = messages().answers
  const rateLimit = { networks, perHour }
  // Without the lock of `writeWithin`, so that requests beyond the limit do not queue for it.
  const wait = await findRetryDelay(sql, 'wrongTokens', rateLimit)
  if (wait > 0) throw requestErrors.tooMany(tooManyTokens, wait)
  await writeWithin(sql, 'wrongTokens', rateLimit, tooManyTokens, async () => {})
  throw new RequestError(403, wrongToken)
}

/** The parameter `id`. Throws 404 if it is not a UUID. */
export function readListingId(c: Context): string {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw requestErrors.unknownListing()
  return id.toLowerCase()
}

/** Finds a listing in any state. `lock`: locks its row. Throws 404. */
export async function findManagedListing(
  sql: Database | Transaction,
  id: string,
  options?: { lock: boolean },
): Promise<ManagedListing> {
  const listing = toManaged(orThrow404(await findRecord(sql, id, options)))
  if (!announcesEvent(listing)) return listing
  const event = await findEventState(sql, id)
  return event === undefined ? listing : { ...listing, event }
}

/** Throws 404: the listing may have been deleted since its token was checked. */
export function orThrow404<Listing>(listing: Listing | undefined): Listing {
  if (!listing) throw requestErrors.unknownListing()
  return listing
}
