import { atom, onMount } from 'nanostores'
import { type KeptListing, readKept, watchKept, writeKept } from '../lib/kept-listings.ts'

/** The listings that may be changed from here, the latest first. */
export const $kept = atom<KeptListing[]>([])

/** Whether the browser remembers them. Where it does not, they are here until the page is left. */
export const $isRemembering = atom(true)

onMount($kept, () => {
  if (import.meta.env.SSR) return undefined
  const look = () => $kept.set(present())
  look()
  return watchKept(look)
})

/** What another tab has kept meanwhile is not lost: storage is read before each change. */
function present(): KeptListing[] {
  return ($isRemembering.get() ? readKept() : undefined) ?? $kept.get()
}

function keep(listings: KeptListing[]): boolean {
  const isKept = writeKept(listings)
  $isRemembering.set(isKept)
  $kept.set(listings)
  return isKept
}

/** Adds a listing, or gives the one with its token its title. Answers whether the browser remembers it. */
export function remember(listing: KeptListing): boolean {
  const known = present()
  const isKnown = known.some(({ token }) => token === listing.token)
  return keep(
    isKnown ? known.map((each) => (each.token === listing.token ? listing : each)) : [listing, ...known],
  )
}

/** Takes a listing off the list; nothing else happens to it. */
export function forget({ token }: Pick<KeptListing, 'token'>): void {
  keep(present().filter((each) => each.token !== token))
}

/** Adds what is not known yet, and changes nothing that is. Answers how many of them were added. */
export function merge(listings: readonly KeptListing[]): number {
  const known = present()
  const tokens = new Set(known.map(({ token }) => token))
  const added = listings.filter(({ token }) => !tokens.has(token) && tokens.add(token))
  keep([...known, ...added])
  return added.length
}

/** The token that this browser has for a listing, if it has one that may do. */
export function findKept(
  id: string,
  mayDo: (kept: KeptListing) => boolean = () => true,
): KeptListing | undefined {
  return present().find((each) => each.id.toLowerCase() === id.toLowerCase() && mayDo(each))
}
