import type { EventState } from '#domain/events/event.ts'
import { fill, plural, messages } from '#domain/language.ts'

/** In code points. */
export const maxQueryLength = 200

export type SearchResult = {
  id: string
  title: string
  /** ISO 8601 in UTC: when the event begins or the listing was posted. */
  date: string
  /** SF or NYC for a listing, free text for an event. */
  location: string
  path: string
  /** Of a listing. The text is shortened. */
  about?: { category: string; subcategory: string; text: string }
} & Pick<EventState, 'status' | 'allDay'>

/** At most ten results, best first. */
export type SearchGroup = { results: SearchResult[]; hasMore: boolean }

export type SearchAnswer = {
  listings: SearchGroup
  events: SearchGroup
  /** The text with its unknown words corrected, if that was searched too. */
  corrected?: string
}

/** `1 result`, `12 results`, `more than 10 results`. */
export function countResults({ listings, events }: Pick<SearchAnswer, 'listings' | 'events'>): string {
  const count = listings.results.length + events.results.length
  const { noResults, moreThan, count: forms } = messages().search
  if (count === 0) return noResults
  return listings.hasMore || events.hasMore ? fill(moreThan, { count }) : plural(forms, count)
}
