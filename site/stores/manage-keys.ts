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
export const $areKeysStored = atom(true)

onMount($manageKeys, () => {
  if (import.meta.env.SSR) return undefined
  const look = () => $manageKeys.set(readCurrentKeys())
  look()
  return watchManageKeys(look)
})

/** Reads storage before each change: another tab may have changed it meanwhile. */
function readCurrentKeys(): ManageKey[] {
  return ($areKeysStored.get() ? readManageKeys() : undefined) ?? $manageKeys.get()
}

function saveManageKeys(listings: ManageKey[]): boolean {
  const isKept = writeManageKeys(listings)
  $areKeysStored.set(isKept)
  $manageKeys.set(listings)
  return isKept
}

/** Returns whether the browser stored it. */
export function storeManageKey(listing: ManageKey): boolean {
  const known = readCurrentKeys()
  const isKnown = known.some(({ token }) => token === listing.token)
  return saveManageKeys(
    isKnown ? known.map((each) => (each.token === listing.token ? listing : each)) : [listing, ...known],
  )
}

export function removeManageKey({ token }: Pick<ManageKey, 'token'>): void {
  saveManageKeys(readCurrentKeys().filter((each) => each.token !== token))
}

/** Leaves known listings unchanged. Returns how many it added. */
export function addManageKeys(listings: readonly ManageKey[]): number {
  const known = readCurrentKeys()
  const tokens = new Set(known.map(({ token }) => token))
  const added = listings.filter(({ token }) => !tokens.has(token) && tokens.add(token))
  saveManageKeys([...known, ...added])
  return added.length
}

export function findManageKey(
  id: string,
  mayDo: (manageKey: ManageKey) => boolean = () => true,
): ManageKey | undefined {
  return readCurrentKeys().find((each) => each.id.toLowerCase() === id.toLowerCase() && mayDo(each))
}
