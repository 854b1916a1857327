import { atom } from 'nanostores'
import { messages } from '#domain/language.ts'
import { readManageFragment } from '#domain/listings/manage-token.ts'
import { isUuid } from '#domain/uuid.ts'
import type { ManageKey } from '../lib/listings/manage-keys.ts'
import { readPathParts } from '../lib/page/path.ts'
import { findManageKey, storeManageKey } from './manage-keys.ts'
import { $managedListings, loadManagedListing, type ManagedState, showStatus } from './managed-listings.ts'

export const $managedKey = atom<ManageKey | undefined>()

export const $linkFault = atom<string | undefined>()

/** Takes the token from the URL's fragment, which it removes at once, or else a stored one. */
export async function openManageLink(): Promise<void> {
  const { hash, pathname, search } = window.location
  const [id = ''] = readPathParts(pathname)
  if (!isUuid(id)) return
  if (!hash.startsWith('#manage=')) {
    const manageKey = findManageKey(id)
    if (manageKey) await loadManaged(manageKey)
    return
  }
  history.replaceState(history.state, '', pathname + search)
  const token = readManageFragment(hash)
  $linkFault.set(token === undefined ? messages().managed.linkNotWhole : undefined)
  if (token !== undefined) await loadManaged({ id: id.toLowerCase(), token, title: '' })
}

/** Stores a token that the server accepts. If it refuses one, tries another stored one. */
export async function loadManaged(tried: ManageKey): Promise<ManagedState> {
  $managedKey.set(tried)
  const state = await loadManagedListing(tried)
  if ($managedKey.get() !== tried) return state // Another link was opened meanwhile.
  if (state.status === 'loaded' && !findManageKey(tried.id, ({ token }) => token === tried.token)) {
    const isKept = storeManageKey({ ...tried, title: state.listing.title })
    if (!isKept) showStatus(messages().managed.notRemembered)
  }
  if (state.status !== 'refused') return state
  const other = findManageKey(tried.id, ({ token }) => $managedListings.get()[token]?.status !== 'refused')
  if (other) {
    const known = await loadManaged(other)
    if (known.status === 'loaded') $linkFault.set(messages().managed.linkRefused)
    return known
  }
  if (!findManageKey(tried.id)) {
    // This browser stored no token of this listing: the link was wrong from the start.
    $managedKey.set(undefined)
    $linkFault.set(messages().managed.linkWrong)
  }
  return state
}
