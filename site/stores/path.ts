import { atom, computed, onMount } from 'nanostores'
import { readPathParts } from '../lib/path.ts'

/**
 * The path's parts after its first. A page that was rendered ahead does not know its own path, so the first value
 * is undefined, on the server and in the browser alike.
 */
export const $pathParts = atom<string[] | undefined>()

onMount($pathParts, () => {
  if (import.meta.env.SSR) return undefined
  const read = () => $pathParts.set(readPathParts(window.location.pathname))
  read()
  // Back and Forward between addresses of one page.
  window.addEventListener('popstate', read)
  return () => window.removeEventListener('popstate', read)
})

/** The same parts as they stand in an address. */
export const $pathKey = computed($pathParts, (parts) => parts?.map(encodeURIComponent).join('/'))
