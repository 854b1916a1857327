import type { ListingLocation } from '#domain/catalogue.ts'
import { startOfDay, toDay } from '#domain/pacific.ts'
import type { SearchAnswer, SearchGroup } from '#domain/search.ts'
import { endOfDay, type Shown } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import { type Found, listLikeWords, searchEvents, searchListings, type Sought } from '../queries/search.ts'
import { type Client, createFairQueue } from './fair-queue.ts'
import { createRarity } from './common-words.ts'
import { findNames, sanFrancisco } from './names.ts'
import {
  chooseNear,
  chooseSplits,
  joinNeighbors,
  listCorrectable,
  listSplits,
  listVariants,
} from './near-words.ts'
import { parseQuery, type SearchQuery, writeTsQueries } from './parse-query.ts'

const most = 10

type Meanings = ReadonlyMap<string, string[]>

const nothing: SearchGroup = { results: [], hasMore: false }

type Wanted = { written: string; city: ListingLocation | undefined; now: Date; client: Client }

// A search costs as much as twenty other reads, which need connections and a core beside it.
const enqueue = createFairQueue({ running: 3, waiting: 50, patience: 5_000 })

/** The tests of a process have several databases. */
const rarities = new WeakMap<Database, ReturnType<typeof createRarity>>()

function isRare(sql: Database, words: Sought['near']): Promise<boolean> {
  const ask = rarities.get(sql) ?? createRarity(sql)
  rarities.set(sql, ask)
  return ask(words)
}

/**
 * With few results it also tries spelling corrections, joined or split words, and names in every language. Events are
 * in San Francisco: none for another city; those before today (`now`) are past. Throws a RequestError of 503 when the
 * queue is full.
 */
export async function search(
  sql: Database,
  { written, city, now, client }: Wanted,
): Promise<Shown<SearchAnswer>> {
  const sources = ['listings', 'events'] as const
  const query = parseQuery(written)
  if (query.runs.length === 0) return { value: { listings: nothing, events: nothing }, sources }
  const eventQuery = leaveOutCity(query)
  const since = startOfDay(toDay(now))
  const ends = [endOfDay(now)]
  const askListings = async (meanings?: Meanings) => {
    const sought = toSought(query, meanings)
    const { found, until } = await searchListings(sql, sought, {
      city,
      limit: most + 1,
      isRare: await isRare(sql, sought.near),
    })
    if (until !== undefined) ends.push(until)
    return found
  }
  const askEvents = async (meanings?: Meanings) =>
    city === 'NYC' ? [] : searchEvents(sql, toSought(eventQuery, meanings), { since, limit: most + 1 })

  return enqueue(client, async () => {
    const [listings, events] = await Promise.all([askListings(), askEvents()])
    const isFew = (found: Found[]) => found.length <= most
    const meanings = isFew(listings) || isFew(events) ? await findMeanings(sql, query) : new Map()
    const widen = async (found: Found[], ask: typeof askListings) =>
      meanings.size > 0 && isFew(found) ? addNear(found, await ask(meanings)) : found
    const [allListings, allEvents] = await Promise.all([
      widen(listings, askListings),
      widen(events, askEvents),
    ])
    const value = { listings: toGroup(allListings, '/listing'), events: toGroup(allEvents, '/event') }
    return { value, sources, until: Math.min(...ends) }
  })
}

/** Every event is in San Francisco, so the city's name adds nothing. */
function leaveOutCity(query: SearchQuery): SearchQuery {
  const names = findNames(query.runs)
  const runs = query.runs.filter((run) => !names.get(run.join(' '))?.includes(sanFrancisco))
  return runs.length > 0 ? { ...query, runs } : query
}

function toSought(query: SearchQuery, meanings?: Meanings): Sought {
  return { form: query.form, exact: writeTsQueries(query), near: writeTsQueries(query, meanings) }
}

function addNear(found: Found[], near: Found[]): Found[] {
  const known = new Set(found.map(({ id }) => id))
  return [...found, ...near.filter(({ id }) => !known.has(id))]
}

async function findMeanings(sql: Database, { runs }: SearchQuery): Promise<Meanings> {
  const meanings = new Map<string, string[]>()
  const found = [findNames(runs), joinNeighbors(runs), await findNearWords(sql, runs)]
  for (const [word, meant] of found.flatMap((known) => [...known]))
    if (meant.length > 0) meanings.set(word, [...(meanings.get(word) ?? []), ...meant])
  return meanings
}

async function findNearWords(sql: Database, runs: string[][]): Promise<Meanings> {
  const words = listCorrectable(runs)
  if (words.length === 0) return new Map()
  const like = await listLikeWords(
    sql,
    words.map((word) => ({ word, variants: [...listVariants(word), ...listSplits(word).flat()] })),
  )
  return new Map(
    words.map((word) => {
      const written = like.get(word) ?? []
      return [word, [...chooseNear(word, written), ...chooseSplits(word, written)]]
    }),
  )
}

function toGroup(found: Found[], folder: string): SearchGroup {
  const results = found.slice(0, most).map((result) => ({ ...result, path: `${folder}/${result.id}` }))
  return { results, hasMore: found.length > most }
}
