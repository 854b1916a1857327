import { readKept } from './kept-listings.ts'
import { readPathParts } from './path.ts'

/** Whether the page's listing may be changed from here: by a link in the address, or by one that this browser remembers. */
export function isManagedHere(): boolean {
  const { hash, pathname } = window.location
  const id = readPathParts(pathname)[0]?.toLowerCase()
  return hash.startsWith('#manage=') || (readKept()?.some((kept) => kept.id.toLowerCase() === id) ?? false)
}
