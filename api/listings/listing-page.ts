import type { ViewOf } from '#domain/pages/page-view.ts'
import type { Shown } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import { findListing } from './queries.ts'

/** `id` must be a UUID. `isPosted`: show that it has just been posted. */
export async function viewListing(
  sql: Database,
  id: string,
  { isPosted = false }: { isPosted?: boolean } = {},
): Promise<Shown<ViewOf<'listing'>>> {
  const sources = [`listing ${id.toLowerCase()}`] as const
  const found = await findListing(sql, id)
  if (!found) return { value: { page: 'listing', state: 'missing' }, sources }
  const { listing, expiredAt, until } = found
  if (expiredAt !== null) return { value: { page: 'listing', state: 'expired', id, expiredAt }, sources }
  return { value: { page: 'listing', state: 'shown', id, listing, isPosted }, sources, until }
}
