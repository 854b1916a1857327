import { fill, plural, words } from '#domain/language.ts'

/** The most characters (code points) of a query. */
export const longestQuery = 200

/** What a search finds: `date` is ISO 8601 in UTC, of an event its beginning, of a listing when it was posted. */
export type SearchResult = {
  id: string
  title: string
  date: string
  /** Of a listing SF or NYC, of an event its place as it was written. */
  location: string
  /** The page of it. */
  path: string
}

/** The best results of a kind, best first, at most ten. `hasMore`: there are others. */
export type SearchGroup = { results: SearchResult[]; hasMore: boolean }

export type SearchAnswer = { listings: SearchGroup; events: SearchGroup }

/** `1 result`, `12 results`, `more than 10 results`, in the language of the page. */
export function countResults({ listings, events }: SearchAnswer): string {
  const count = listings.results.length + events.results.length
  const { noResults, moreThan, count: forms } = words().search
  if (count === 0) return noResults
  return listings.hasMore || events.hasMore ? fill(moreThan, { count }) : plural(forms, count)
}
