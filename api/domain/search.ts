import type * as z from 'zod/mini'
import { fill, plural, messages } from '#domain/language.ts'
import type { searchAnswerSchema, searchGroupSchema, searchResultSchema } from '#domain/search-schema.ts'

/** In code points. */
export const maxQueryLength = 200

export type SearchResult = z.infer<typeof searchResultSchema>
export type SearchGroup = z.infer<typeof searchGroupSchema>
export type SearchAnswer = z.infer<typeof searchAnswerSchema>

/** `1 result`, `12 results`, `more than 10 results`. */
export function countResults({ listings, events }: Pick<SearchAnswer, 'listings' | 'events'>): string {
  const count = listings.results.length + events.results.length
  const { noResults, moreThan, count: forms } = messages().search
  if (count === 0) return noResults
  return listings.hasMore || events.hasMore ? fill(moreThan, { count }) : plural(forms, count)
}
