import { bearer } from '../bearer.ts'
import type { ManagedListing } from '#domain/listings/listing.ts'
import { managePath } from '#domain/listings/manage-token.ts'
import { read, write } from '../api.ts'
import type { ManageKey } from './manage-keys.ts'

type Key = Pick<ManageKey, 'id' | 'token'>

export function manageLink(key: Key): string {
  return new URL(managePath(key), window.location.origin).href
}

/** Also reads expired listings. Throws as `read` does. */
export async function readManaged({ id, token }: Key): Promise<ManagedListing> {
  const { data } = await read<ManagedListing>(`/api/listings/${id}`, { headers: bearer(token) })
  return data as ManagedListing
}

/** Throws as `read` does. */
export function writeManaged<Answer>(
  { id, token }: Key,
  method: 'POST' | 'PATCH' | 'DELETE',
  action: '' | '/renew' | '/dispute' = '',
  payload?: unknown,
): Promise<Answer> {
  return write(method, `/api/listings/${id}${action}`, payload, bearer(token))
}
