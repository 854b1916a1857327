import { atom, onMount } from 'nanostores'
import type { SearchAnswer } from '#domain/search.ts'
import { fetchResults, readSearch, type Search } from '../lib/search.ts'

/** What is known of a search. */
export type Outcome = { answer?: SearchAnswer; fault?: string }

/** Asks for the results of a search, and answers in words where there are none to be had. */
export async function findResults(search: Search, signal?: AbortSignal): Promise<Outcome> {
  try {
    return { answer: await fetchResults(search, signal) }
  } catch (error) {
    return { fault: (error as Error).message }
  }
}

/** The search in the page's address: undefined until the address is known, and where there is none. */
export const $search = atom<Search | undefined>()

/** Its results; undefined while they are on their way. */
export const $results = atom<Outcome | undefined>()

onMount($search, () => {
  if (import.meta.env.SSR) return
  const search = readSearch(window.location.search)
  $search.set(search)
  if (search) void findResults(search).then((outcome) => $results.set(outcome))
})
