import { words } from '#domain/language.ts'
import type { Fill } from '../publisher/fill-shell.ts'
import { requestErrors } from '../errors.ts'
import { findListing } from '../queries/listings.ts'
import type { FillParts } from './parts.ts'
import { summarize } from '#domain/summarize.ts'
import { writeExpiredListing } from './words/expired-listing.ts'
import { writeListing, writeNoListing } from './words/listing.ts'

type Missing = { status: 404 | 410; address: string; title: string; message: string; html: string }

/** Nothing of a listing that is not shown: not its contact, and no text that may name one. */
function fillMissing({ status, address, title, message, html }: Missing): Fill {
  const record = { address, status, json: JSON.stringify(message) }
  return { status, head: { title, isHidden: true }, record, words: html }
}

/**
 * The page of a listing. Its contact stands in its record and in its words, and nowhere else. `id` must have the form of
 * a UUID. `isPosted`: it has just been posted, and its poster is told so.
 */
export async function fillListing(
  { sql, siteUrl }: FillParts,
  id: string,
  { isPosted = false }: { isPosted?: boolean } = {},
): Promise<Fill> {
  const address = `/api/listings/${id}`
  const found = await findListing(sql, id)
  if (!found) {
    const { message } = requestErrors.unknownListing()
    return fillMissing({ status: 404, address, title: message, message, html: writeNoListing(message) })
  }
  const { expiredAt, listing } = found
  if (expiredAt !== null) {
    const { message } = requestErrors.expiredListing(expiredAt)
    const html = writeExpiredListing(id, expiredAt)
    return fillMissing({ status: 410, address, title: words().listing.expired, message, html })
  }
  return {
    status: 200,
    head: {
      title: listing.title,
      description: summarize(listing.description),
      canonical: `${siteUrl}/listing/${id.toLowerCase()}`,
    },
    record: { address, status: 200, json: JSON.stringify(listing) },
    words: writeListing(id, listing, { isPosted }),
  }
}
