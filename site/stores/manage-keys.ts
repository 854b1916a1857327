import { type ManageKey, manageKeysName, parseManageKeys } from '../lib/listings/manage-keys.ts'
import { createSharedValue } from './shared-value.ts'

const manageKeys = createSharedValue<ManageKey[]>(manageKeysName, { initial: [], parse: parseManageKeys })

/** Newest first. */
export const { $value: $manageKeys, $isStored: $areKeysStored } = manageKeys

/** Returns whether the browser stored it. */
export function storeManageKey(listing: ManageKey): boolean {
  return manageKeys.change((known) => {
    const isKnown = known.some(({ token }) => token === listing.token)
    return isKnown
      ? known.map((each) => (each.token === listing.token ? listing : each))
      : [listing, ...known]
  })
}

export function removeManageKey({ token }: Pick<ManageKey, 'token'>): void {
  manageKeys.change((known) => known.filter((each) => each.token !== token))
}

/** Leaves known listings unchanged. Returns how many it added. */
export function addManageKeys(listings: readonly ManageKey[]): number {
  const known = manageKeys.read()
  const tokens = new Set(known.map(({ token }) => token))
  const added = listings.filter(({ token }) => !tokens.has(token) && tokens.add(token))
  manageKeys.change(() => [...known, ...added])
  return added.length
}

export function findManageKey(
  id: string,
  mayDo: (manageKey: ManageKey) => boolean = () => true,
): ManageKey | undefined {
  return manageKeys.read().find((each) => each.id.toLowerCase() === id.toLowerCase() && mayDo(each))
}
