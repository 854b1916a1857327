import { announcesEvent } from '#domain/listings/details.ts'
import type { ManagedListing } from '#domain/listings/listing.ts'
import type { Database, Transaction } from '../database/open.ts'
import { requestErrors } from '../errors.ts'
import { findRecord, toManaged } from '../moderation/state-queries.ts'
import { findEventState } from './manage-queries.ts'

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
