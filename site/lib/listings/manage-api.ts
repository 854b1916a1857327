import { bearer } from '../bearer.ts'
import { noDetails } from '#domain/listings/details.ts'
import type { ListingInput, ManagedListing } from '#domain/listings/listing.ts'
import { managePath } from '#domain/listings/manage-token.ts'
import { read, write } from '../api.ts'
import type { ManageKey } from './manage-keys.ts'

type Key = Pick<ManageKey, 'id' | 'token'>

const addressOf = ({ id }: Key) => `/api/listings/${id}`
const headersOf = ({ token }: Key) => bearer(token)

export function manageLink(key: Key): string {
  return new URL(managePath(key), window.location.origin).href
}

/** Also reads expired listings. Throws as `read` does, like the functions below. */
export async function readManaged(key: Key): Promise<ManagedListing> {
  const { data } = await read<ManagedListing>(addressOf(key), { headers: headersOf(key) })
  return data as ManagedListing
}

export function editManaged(key: Key, input: ListingInput): Promise<ManagedListing> {
  return write('PATCH', addressOf(key), { ...noDetails, ...input }, headersOf(key))
}

export function renewManaged(key: Key): Promise<ManagedListing> {
  return write('POST', `${addressOf(key)}/renew`, undefined, headersOf(key))
}

export function disputeManaged(key: Key, dispute: string): Promise<ManagedListing> {
  return write('POST', `${addressOf(key)}/dispute`, { dispute }, headersOf(key))
}

export function deleteManaged(key: Key): Promise<void> {
  return write('DELETE', addressOf(key), undefined, headersOf(key))
}
