import { atom } from 'nanostores'
import { words } from '#domain/language.ts'
import { readManageFragment } from '#domain/listings/manage-token.ts'
import { isUuid } from '#domain/uuid.ts'
import type { KeptListing } from '../lib/listings/kept-listings.ts'
import { readPathParts } from '../lib/page/path.ts'
import { findKept, remember } from './my-listings.ts'
import { $own, load, type OwnState, say } from './own-listings.ts'

export const $managed = atom<KeptListing | undefined>()

export const $linkFault = atom<string | undefined>()

/** By the token in the fragment, which is taken out of the address at once, or by a remembered one. */
export async function takeManageLink(): Promise<void> {
  const { hash, pathname, search } = window.location
  const [id = ''] = readPathParts(pathname)
  if (!isUuid(id)) return
  if (!hash.startsWith('#manage=')) {
    const kept = findKept(id)
    if (kept) await loadManaged(kept)
    return
  }
  history.replaceState(history.state, '', pathname + search)
  const token = readManageFragment(hash)
  $linkFault.set(token === undefined ? words().own.linkNotWhole : undefined)
  if (token !== undefined) await loadManaged({ id: id.toLowerCase(), token, title: '' })
}

/** Remembers a token that the server accepts. A refused one makes way for another remembered one. */
export async function loadManaged(tried: KeptListing): Promise<OwnState> {
  $managed.set(tried)
  const state = await load(tried)
  if ($managed.get() !== tried) return state // Another link has come meanwhile.
  if (state.is === 'there' && !findKept(tried.id, ({ token }) => token === tried.token)) {
    const isKept = remember({ ...tried, title: state.listing.title })
    if (!isKept) say(words().own.notRemembered)
  }
  if (state.is !== 'refused') return state
  const other = findKept(tried.id, isNotRefused)
  if (other) {
    const known = await loadManaged(other)
    if (known.is === 'there') $linkFault.set(words().own.linkRefused)
    return known
  }
  if (!findKept(tried.id)) {
    // It never was the link of this listing, as far as this browser knows.
    $managed.set(undefined)
    $linkFault.set(words().own.linkWrong)
  }
  return state
}

function isNotRefused({ token }: KeptListing): boolean {
  return $own.get()[token]?.is !== 'refused'
}
