import type { ListingLocation } from '#domain/catalogue.ts'
import { startOfDay, toDay } from '#domain/pacific.ts'
import type { SearchAnswer, SearchGroup } from '#domain/search.ts'
import type { Database } from '../database/open.ts'
import { type Found, listLikeWords, searchEvents, searchListings, type Sought } from '../queries/search.ts'
import { chooseNear, listCorrectable, listVariants } from './near-words.ts'
import { parseQuery, type SearchQuery, writeTsQueries } from './parse-query.ts'

/** The most results of a kind. */
const most = 10

const nothing: SearchGroup = { results: [], hasMore: false }

/**
 * Searches listings and events, with regard to typing errors where there are few results without. Events are San
 * Francisco's: with another city there are none. `now` says which of them are past: those before today.
 */
export async function search(
  sql: Database,
  { written, city, now }: { written: string; city: ListingLocation | undefined; now: Date },
): Promise<SearchAnswer> {
  const query = parseQuery(written)
  if (query.runs.length === 0) return { listings: nothing, events: nothing }
  const since = startOfDay(toDay(now))
  const hasEvents = city !== 'NYC'
  const ask = (sought: Sought) =>
    Promise.all([
      searchListings(sql, sought, { city, limit: most + 1 }),
      hasEvents ? searchEvents(sql, sought, { since, limit: most + 1 }) : [],
    ])

  const exact = writeTsQueries(query)
  const sought = { form: query.form, exact, near: exact }
  let found = await ask(sought)
  const [manyListings, manyEvents] = found.map((rows) => rows.length > most)
  if (!manyListings || (hasEvents && !manyEvents)) {
    const nearWords = await findNearWords(sql, query)
    if (nearWords.size > 0) found = await ask({ ...sought, near: writeTsQueries(query, nearWords) })
  }
  const [listings, events] = found
  return { listings: toGroup(listings, '/listing'), events: toGroup(events, '/event') }
}

/** What the words of a query may have meant, by word. */
async function findNearWords(sql: Database, { runs }: SearchQuery): Promise<Map<string, string[]>> {
  const words = listCorrectable(runs)
  if (words.length === 0) return new Map()
  const like = await listLikeWords(
    sql,
    words.map((word) => ({ word, variants: listVariants(word) })),
  )
  const near = words.map((word) => [word, chooseNear(word, like.get(word) ?? [])] as const)
  return new Map(near.filter(([, meant]) => meant.length > 0))
}

function toGroup(found: Found[], folder: string): SearchGroup {
  const results = found.slice(0, most).map((result) => ({ ...result, path: `${folder}/${result.id}` }))
  return { results, hasMore: found.length > most }
}
