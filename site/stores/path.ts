import { atom, computed, onMount } from 'nanostores'
import { readPathParts } from '../lib/page/path.ts'

/** Undefined on the server and at hydration: a page that was rendered ahead does not know its path. */
export const $pathParts = atom<string[] | undefined>()

onMount($pathParts, () => {
  if (import.meta.env.SSR) return undefined
  const read = () => $pathParts.set(readPathParts(window.location.pathname))
  read()
  // Back and Forward between addresses of one page.
  window.addEventListener('popstate', read)
  return () => window.removeEventListener('popstate', read)
})

export const $pathKey = computed($pathParts, (parts) => parts?.map(encodeURIComponent).join('/'))
