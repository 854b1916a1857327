import { atom, onMount } from 'nanostores'
import type { HomeCity } from '#domain/listings/catalogue.ts'
import type { SearchAnswer } from '#domain/search.ts'
import { read } from '../lib/api.ts'
import { findChosenCity } from '../lib/listings/city.ts'
import { readSearch, type Search, writeQuery } from '../lib/search/search.ts'

export type SearchOutcome = { answer?: SearchAnswer; fault?: string }

const none = { results: [], hasMore: false }

export async function findResults(search: Search, signal?: AbortSignal): Promise<SearchOutcome> {
  try {
    const { data } = await read<SearchAnswer>(`/api/search?${writeQuery(search)}`, { signal })
    return { answer: data ?? { listings: none, events: none } }
  } catch (error) {
    return { fault: (error as Error).message }
  }
}

export const $search = atom<Search | undefined>()

export const $results = atom<SearchOutcome | undefined>()

onMount($search, () => {
  if (import.meta.env.SSR) return
  $search.set(readSearch(window.location.search))
  loadResults()
})

export function loadResults(): void {
  const search = $search.get()
  $results.set(undefined)
  if (search) void findResults(search).then((outcome) => $results.set(outcome))
}

/** Undefined if none was chosen, and at hydration. */
export const $chosenCity = atom<HomeCity | undefined>()

onMount($chosenCity, () => {
  if (!import.meta.env.SSR) $chosenCity.set(findChosenCity(window.location.search))
})
