import { announcesEvent } from '#domain/listings/details.ts'
import type { ManagedListing } from '#domain/listings/listing.ts'
import type { Database, Transaction } from '../database/open.ts'
import { requestErrors } from '../errors.ts'
import { findWithheld, type WithheldRow } from '../moderation/withheld-queries.ts'
import { findEventState, findShownListing } from './manage-queries.ts'

/** Finds a listing, shown or withheld. Throws 404. */
export async function findManagedListing(sql: Database | Transaction, id: string): Promise<ManagedListing> {
  const listing =
    (await findShownListing(sql, id)) ?? toManagedListing(orThrow404(await findWithheld(sql, id)))
  if (!announcesEvent(listing)) return listing
  const event = await findEventState(sql, id)
  return event === undefined ? listing : { ...listing, event }
}

export async function lockManagedListing(sql: Transaction, id: string): Promise<ManagedListing> {
  return (
    (await findShownListing(sql, id, { lock: true })) ??
    toManagedListing(orThrow404(await findWithheld(sql, id, { lock: true })))
  )
}

/** Throws 404: the listing may have been deleted since its token was checked. */
export function orThrow404<Listing>(listing: Listing | undefined): Listing {
  if (!listing) throw requestErrors.unknownListing()
  return listing
}

function toManagedListing({
  state,
  by,
  reason,
  withheldAt,
  showAt,
  dispute,
  disputedAt: _,
  ...listing
}: WithheldRow): ManagedListing {
  return { ...listing, withheld: { state, by, reason, withheldAt, showAt, dispute } }
}
