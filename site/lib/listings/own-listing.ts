import type { ListingInput, OwnListing } from '#domain/listings/listing.ts'
import { managePath } from '#domain/listings/manage-token.ts'
import { read, write } from '../api.ts'
import type { KeptListing } from './kept-listings.ts'

type Key = Pick<KeptListing, 'id' | 'token'>

const addressOf = ({ id }: Key) => `/api/listings/${id}`
const headersOf = ({ token }: Key) => ({ Authorization: `Bearer ${token}` })

export function manageLink(key: Key): string {
  return new URL(managePath(key), window.location.origin).href
}

/** An expired one too. Throws as `read` does, as do the others. */
export async function readOwn(key: Key): Promise<OwnListing> {
  const { data } = await read<OwnListing>(addressOf(key), { headers: headersOf(key) })
  return data as OwnListing
}

export function editOwn(key: Key, input: ListingInput): Promise<OwnListing> {
  return write('PATCH', addressOf(key), input, headersOf(key))
}

export function renewOwn(key: Key): Promise<OwnListing> {
  return write('POST', `${addressOf(key)}/renew`, undefined, headersOf(key))
}

export function deleteOwn(key: Key): Promise<void> {
  return write('DELETE', addressOf(key), undefined, headersOf(key))
}
