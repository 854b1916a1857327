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

/** `1 result`, `12 results`, `more than 10 results`. */
export function countResults({ listings, events }: SearchAnswer): string {
  const count = listings.results.length + events.results.length
  if (count === 0) return 'no results'
  if (listings.hasMore || events.hasMore) return `more than ${count} results`
  return count === 1 ? '1 result' : `${count} results`
}
