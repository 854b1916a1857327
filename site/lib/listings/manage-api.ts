import { bearer } from '../bearer.ts'
import type { ManagedListing } from '#domain/listings/listing.ts'
import { managePath } from '#domain/listings/manage-token.ts'
import { read, write } from '../api.ts'
import type { ManageKey } from './manage-keys.ts'

type Key = Pick<ManageKey, 'id' | 'token'>

const addressOf = ({ id }: Key) => `/api/listings/${id}`
const headersOf = ({ token }: Key) => bearer(token)

export function manageLink(key: Key): string {
  return new URL(managePath(key), window.location.origin).href
}

/** Also reads expired listings. Throws as `read` does. */
export async function readManaged(key: Key): Promise<ManagedListing> {
  const { data } = await read<ManagedListing>(addressOf(key), { headers: headersOf(key) })
  return data as ManagedListing
}

/** Throws as `read` does. */
export function writeManaged<Answer>(
  key: Key,
  method: 'POST' | 'PATCH' | 'DELETE',
  action: '' | '/renew' | '/dispute' = '',
  payload?: unknown,
): Promise<Answer> {
  return write(method, addressOf(key) + action, payload, headersOf(key))
}
