import { messages } from '#domain/language.ts'
import type { Database } from '../database/open.ts'
import { requestErrors } from '../errors.ts'
import { addToLog } from '../moderation/log-queries.ts'
import type { RateLimit } from '../moderation/limit-queries.ts'
import { writeWithin } from '../moderation/write-within.ts'
import { findListing } from './queries.ts'

/** Returns a listing's contact and logs the view. Throws 404, 410 if it has expired, 429 beyond the network's limit. */
export async function revealContact(sql: Database, id: string, rateLimit: RateLimit): Promise<string> {
  const found = await findListing(sql, id)
  if (!found) throw requestErrors.unknownListing()
  if (found.expiredAt !== null) throw requestErrors.expiredListing(found.expiredAt)
  await writeWithin(sql, 'contacts', rateLimit, messages().answers.tooManyContacts, (transaction) =>
    addToLog(transaction, { who: 'visitor', what: 'contact', target: id }),
  )
  return found.listing.contact
}
