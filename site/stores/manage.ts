import { atom } from 'nanostores'
import { readManageFragment } from '#domain/manage-token.ts'
import { isUuid } from '#domain/uuid.ts'
import type { KeptListing } from '../lib/kept-listings.ts'
import { words } from '../lib/my-listings-words.ts'
import { readPathParts } from '../lib/path.ts'
import { findKept, remember } from './my-listings.ts'
import { load, say } from './own-listings.ts'

/** The listing of this page, where it may be changed from here. */
export const $managed = atom<KeptListing | undefined>()

/** What is wrong with the link that led here. */
export const $linkFault = atom<string | undefined>()

/**
 * Looks whether the page's listing may be changed from here: by the token in the address' fragment, which is taken out
 * of it at once, or by one that this browser remembers. A token from outside is remembered unless the server says that
 * it is none of this listing's.
 */
export async function takeManageLink(): Promise<void> {
  const { hash, pathname, search } = window.location
  const [id = ''] = readPathParts(pathname)
  if (!isUuid(id)) return
  if (!hash.startsWith('#manage=')) {
    $managed.set(findKept(id))
    if ($managed.get()) await load($managed.get() as KeptListing)
    return
  }
  history.replaceState(history.state, '', pathname + search)
  const token = readManageFragment(hash)
  $linkFault.set(token === undefined ? words.faults.linkNotWhole : undefined)
  if (token === undefined) return
  const kept = { id: id.toLowerCase(), token, title: '' }
  $managed.set(kept)
  const state = await load(kept)
  if (state.is === 'refused' || state.is === 'missing') return
  const title = state.is === 'there' ? state.listing.title : ''
  if (!remember({ ...kept, title })) say(words.faults.notKept)
}
