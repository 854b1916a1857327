import { writeWords } from '#domain/page-shell.ts'
import type { Fill } from '../publisher/fill-shell.ts'
import { requestErrors } from '../errors.ts'
import { findListing } from '../queries/listings.ts'
import type { FillParts } from './parts.ts'
import { summarize } from './summarize.ts'
import { writeListing } from './words/listing.ts'

/** The page of a listing. Its contact stands in its record alone. `id` must have the form of a UUID. */
export async function fillListing({ sql, siteUrl }: FillParts, id: string): Promise<Fill> {
  const address = `/api/listings/${id}`
  const listing = await findListing(sql, id)
  if (!listing) {
    const { status, message } = requestErrors.unknownListing()
    return {
      status: 404,
      head: { title: message, isHidden: true },
      record: { address, status, json: JSON.stringify(message) },
      words: writeWords([message]),
    }
  }
  return {
    status: 200,
    head: {
      title: listing.title,
      description: summarize(listing.description),
      canonical: `${siteUrl}/listing/${id.toLowerCase()}`,
    },
    record: { address, status: 200, json: JSON.stringify(listing) },
    words: writeListing(listing),
  }
}
