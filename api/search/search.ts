import type { ListingLocation } from '#domain/catalogue.ts'
import { startOfDay, toDay } from '#domain/pacific.ts'
import type { SearchAnswer, SearchGroup } from '#domain/search.ts'
import type { Database } from '../database/open.ts'
import { type Found, listLikeWords, searchEvents, searchListings, type Sought } from '../queries/search.ts'
import { type Client, createFairQueue } from './fair-queue.ts'
import { chooseNear, listCorrectable, listVariants } from './near-words.ts'
import { parseQuery, type SearchQuery, writeTsQueries } from './parse-query.ts'

/** The most results of a kind. */
const most = 10

const nothing: SearchGroup = { results: [], hasMore: false }

type Wanted = { written: string; city: ListingLocation | undefined; now: Date; client: Client }

// A search takes as long as twenty other reads, and those have to find a connection and a core beside it.
const enqueue = createFairQueue({ running: 3, waiting: 50, patience: 5_000 })

/**
 * Searches listings and events, with regard to typing errors where there are few results without. Events are San
 * Francisco's: with another city there are none. `now` says which of them are past: those before today.
 * Throws a RequestError of 503 while very many are searching.
 */
export async function search(sql: Database, { written, city, now, client }: Wanted): Promise<SearchAnswer> {
  const query = parseQuery(written)
  if (query.runs.length === 0) return { listings: nothing, events: nothing }
  const since = startOfDay(toDay(now))
  const askListings = (sought: Sought) => searchListings(sql, sought, { city, limit: most + 1 })
  const askEvents = async (sought: Sought) =>
    city === 'NYC' ? [] : searchEvents(sql, sought, { since, limit: most + 1 })

  return enqueue(client, async () => {
    const exact = writeTsQueries(query)
    const sought = { form: query.form, exact, near: exact }
    const [listings, events] = await Promise.all([askListings(sought), askEvents(sought)])
    const isFew = (found: Found[]) => found.length <= most
    const nearWords = isFew(listings) || isFew(events) ? await findNearWords(sql, query) : new Map()
    const wider = { ...sought, near: writeTsQueries(query, nearWords) }
    const widen = async (found: Found[], ask: typeof askListings) =>
      nearWords.size > 0 && isFew(found) ? addNear(found, await ask(wider)) : found
    const [allListings, allEvents] = await Promise.all([
      widen(listings, askListings),
      widen(events, askEvents),
    ])
    return { listings: toGroup(allListings, '/listing'), events: toGroup(allEvents, '/event') }
  })
}

/** What was found as it was asked for, and then what may have been meant. */
function addNear(found: Found[], near: Found[]): Found[] {
  const known = new Set(found.map(({ id }) => id))
  return [...found, ...near.filter(({ id }) => !known.has(id))]
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
