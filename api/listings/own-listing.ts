import { announcesEvent } from '#domain/listings/details.ts'
import type { ManagedListing } from '#domain/listings/listing.ts'
import type { Database, Transaction } from '../database/open.ts'
import { requestErrors } from '../errors.ts'
import { findWithheld, type WithheldRow } from '../moderation/withheld-queries.ts'
import { findEventState, findManagedListing, lockManagedListing } from './manage-queries.ts'

/** Finds a listing, shown or withheld. Throws 404. */
export async function findAny(sql: Database | Transaction, id: string): Promise<ManagedListing> {
  const listing = (await findManagedListing(sql, id)) ?? ofOwner(found(await findWithheld(sql, id)))
  if (!announcesEvent(listing)) return listing
  const event = await findEventState(sql, id)
  return event === undefined ? listing : { ...listing, event }
}

export async function lockAny(sql: Transaction, id: string): Promise<ManagedListing> {
  return (await lockManagedListing(sql, id)) ?? ofOwner(found(await findWithheld(sql, id, { lock: true })))
}

/** Throws 404: the listing may have been deleted since its token was checked. */
export function found<Listing>(listing: Listing | undefined): Listing {
  if (!listing) throw requestErrors.unknownListing()
  return listing
}

function ofOwner({
  state,
  by,
  reason,
  withheldAt,
  showAt,
  dispute,
  ...listing
}: WithheldRow): ManagedListing {
  return { ...listing, withheld: { state, by, reason, withheldAt, showAt, dispute } }
}
