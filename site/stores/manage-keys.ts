import { atom, onMount } from 'nanostores'
import {
  type ManageKey,
  readManageKeys,
  watchManageKeys,
  writeManageKeys,
} from '../lib/listings/manage-keys.ts'

/** Newest first. */
export const $manageKeys = atom<ManageKey[]>([])

/** False: the browser cannot store the keys, so they last until the page is left. */
export const $isRemembering = atom(true)

onMount($manageKeys, () => {
  if (import.meta.env.SSR) return undefined
  const look = () => $manageKeys.set(present())
  look()
  return watchManageKeys(look)
})

/** Reads storage before each change: another tab may have changed it meanwhile. */
function present(): ManageKey[] {
  return ($isRemembering.get() ? readManageKeys() : undefined) ?? $manageKeys.get()
}

function keep(listings: ManageKey[]): boolean {
  const isKept = writeManageKeys(listings)
  $isRemembering.set(isKept)
  $manageKeys.set(listings)
  return isKept
}

/** Returns whether the browser stored it. */
export function remember(listing: ManageKey): boolean {
  const known = present()
  const isKnown = known.some(({ token }) => token === listing.token)
  return keep(
    isKnown ? known.map((each) => (each.token === listing.token ? listing : each)) : [listing, ...known],
  )
}

export function forget({ token }: Pick<ManageKey, 'token'>): void {
  keep(present().filter((each) => each.token !== token))
}

/** Leaves known listings unchanged. Returns how many it added. */
export function merge(listings: readonly ManageKey[]): number {
  const known = present()
  const tokens = new Set(known.map(({ token }) => token))
  const added = listings.filter(({ token }) => !tokens.has(token) && tokens.add(token))
  keep([...known, ...added])
  return added.length
}

export function findManageKey(
  id: string,
  mayDo: (manageKey: ManageKey) => boolean = () => true,
): ManageKey | undefined {
  return present().find((each) => each.id.toLowerCase() === id.toLowerCase() && mayDo(each))
}
