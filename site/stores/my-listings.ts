import { atom, onMount } from 'nanostores'
import { type KeptListing, readKept, watchKept, writeKept } from '../lib/listings/kept-listings.ts'

/** The latest first. */
export const $kept = atom<KeptListing[]>([])

/** Where it is false, they are here until the page is left. */
export const $isRemembering = atom(true)

onMount($kept, () => {
  if (import.meta.env.SSR) return undefined
  const look = () => $kept.set(present())
  look()
  return watchKept(look)
})

/** Storage is read before each change: another tab may have kept something meanwhile. */
function present(): KeptListing[] {
  return ($isRemembering.get() ? readKept() : undefined) ?? $kept.get()
}

function keep(listings: KeptListing[]): boolean {
  const isKept = writeKept(listings)
  $isRemembering.set(isKept)
  $kept.set(listings)
  return isKept
}

/** Answers whether the browser remembers it. */
export function remember(listing: KeptListing): boolean {
  const known = present()
  const isKnown = known.some(({ token }) => token === listing.token)
  return keep(
    isKnown ? known.map((each) => (each.token === listing.token ? listing : each)) : [listing, ...known],
  )
}

export function forget({ token }: Pick<KeptListing, 'token'>): void {
  keep(present().filter((each) => each.token !== token))
}

/** Changes nothing that is known. Answers how many it added. */
export function merge(listings: readonly KeptListing[]): number {
  const known = present()
  const tokens = new Set(known.map(({ token }) => token))
  const added = listings.filter(({ token }) => !tokens.has(token) && tokens.add(token))
  keep([...known, ...added])
  return added.length
}

export function findKept(
  id: string,
  mayDo: (kept: KeptListing) => boolean = () => true,
): KeptListing | undefined {
  return present().find((each) => each.id.toLowerCase() === id.toLowerCase() && mayDo(each))
}
