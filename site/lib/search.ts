import type { ListingLocation } from '#domain/catalogue.ts'
import type { SearchAnswer } from '#domain/search.ts'
import { read } from './api.ts'
import { readCityOf } from './city.ts'

/** What is searched for, and in which city. */
export type Search = { text: string; city: ListingLocation | undefined }

/** The search that the query of the home page's address names, if it names one. */
export function readSearch(query: string): Search | undefined {
  const text = new URLSearchParams(query).get('q')?.trim() ?? ''
  return text === '' ? undefined : { text, city: readCityOf(query) }
}

/** The home page with the results of a search. */
export function resultsPath({ text, city }: Search): string {
  return `/?${writeQuery({ text, city })}`
}

/** Asks for the results. Throws as `read` does, and whatever for an aborted `signal`. */
export async function fetchResults(search: Search, signal?: AbortSignal): Promise<SearchAnswer> {
  const { data } = await read<SearchAnswer>(`/api/search?${writeQuery(search)}`, { signal })
  return data ?? { listings: { results: [], hasMore: false }, events: { results: [], hasMore: false } }
}

function writeQuery({ text, city }: Search): string {
  return new URLSearchParams({ q: text, ...(city && { city }) }).toString()
}
