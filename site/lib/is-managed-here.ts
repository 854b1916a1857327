import { readKept } from './kept-listings.ts'
import { readPathParts } from './path.ts'

export function isManagedHere(): boolean {
  const { hash, pathname } = window.location
  const id = readPathParts(pathname)[0]?.toLowerCase()
  return hash.startsWith('#manage=') || (readKept()?.some((kept) => kept.id.toLowerCase() === id) ?? false)
}
