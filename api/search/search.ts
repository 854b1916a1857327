import type { ListingLocation } from '#domain/listings/catalogue.ts'
import { startOfDay, toDay } from '#domain/pacific.ts'
import type { SearchAnswer, SearchGroup } from '#domain/search.ts'
import { endOfDay, type Shown } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import { earliest } from '../listings/queries.ts'
import { createRarity } from './common-words.ts'
import { type Client, createFairQueue } from './fair-queue.ts'
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
import {
  type Found,
  type FoundListing,
  listAmongNewest,
  listByIndex,
  listLikeWords,
  listTitled,
  searchEvents,
  type Sought,
  wanted,
} from './queries.ts'

const most = wanted - 1

type Meanings = ReadonlyMap<string, string[]>

const nothing: SearchGroup = { results: [], hasMore: false }

type Wanted = { written: string; city: ListingLocation | undefined; now: Date; client: Client }

// A search costs as much as twenty other reads, which need connections and a core beside it.
const enqueue = createFairQueue({ running: 3, waiting: 50, patience: 5_000 })

/** The tests of a process have several databases. */
const rarities = new WeakMap<Database, ReturnType<typeof createRarity>>()

function findRare(sql: Database, { anywhere }: Sought) {
  const ask = rarities.get(sql) ?? createRarity(sql)
  rarities.set(sql, ask)
  return ask(anywhere)
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
  const askedAt = Date.now()
  const eventQuery = leaveOutCity(query)
  const since = startOfDay(toDay(now))
  const askEvents = async (meanings?: Meanings) => {
    if (city === 'NYC') return []
    const sought = { form: query.form, exact: toSought(eventQuery), near: toSought(eventQuery, meanings) }
    return searchEvents(sql, sought, since)
  }

  return enqueue(client, async () => {
    const [listings, events] = await Promise.all([findListings(sql, query, city), askEvents()])
    // What many listings have is taken as it is written.
    const meanings = isFew(listings)
      ? await findMeanings(sql, query)
      : isFew(events)
        ? listMeanings(query)
        : new Map()
    const [nearListings, nearEvents] = await Promise.all([
      isFew(listings) && meanings.size > 0
        ? findByWords(sql, toSought(query, meanings), city, listings)
        : listings,
      isFew(events) && meanings.size > 0 ? addNear(events, await askEvents(meanings)) : events,
    ])
    const expiries = nearListings.map(({ expiresIn }) => expiresIn)
    const value = { listings: toGroup(nearListings, '/listing'), events: toGroup(nearEvents, '/event') }
    return { value, sources, until: Math.min(endOfDay(now), earliest(askedAt, expiries) ?? Infinity) }
  })
}

const isFew = (found: Found[]) => found.length <= most

async function findListings(
  sql: Database,
  query: SearchQuery,
  city: ListingLocation | undefined,
): Promise<FoundListing[]> {
  const titled = await listTitled(sql, query.form, { city })
  return isFew(titled) ? findByWords(sql, toSought(query), city, titled) : titled
}

/**
 * Adds to `found`, up to the wanted number or more. Common words are looked for in the newest listings, rare ones by index:
 * ranking thousands is slow. Which is tried first changes the time only.
 */
async function findByWords(
  sql: Database,
  sought: Sought,
  city: ListingLocation | undefined,
  found: FoundListing[],
): Promise<FoundListing[]> {
  const options = { city, without: found.map(({ id }) => id) }
  const left = wanted - found.length
  const { isRare, rare } = await findRare(sql, sought)
  const indexed = isRare ? await listByIndex(sql, { ...sought, rare }, options) : undefined
  if (indexed?.isWhole) return [...found, ...indexed.found]
  const newest = await findAmongNewest(sql, sought, options)
  if (newest.length >= left) return [...found, ...newest]
  const { found: others } = indexed ?? (await listByIndex(sql, { ...sought, rare }, options))
  return [...found, ...addNear(newest, others).toSorted(byPlace)]
}

async function findAmongNewest(
  sql: Database,
  { anywhere, inTitle }: Sought,
  { city, without }: { city: ListingLocation | undefined; without: string[] },
): Promise<FoundListing[]> {
  const titled = await listAmongNewest(sql, inTitle, { city, without })
  const known = [...without, ...titled.map(({ id }) => id)]
  const others = titled.length < wanted ? await listAmongNewest(sql, anywhere, { city, without: known }) : []
  return [
    ...titled.map((listing) => ({ ...listing, inTitle: true })),
    ...others.map((listing) => ({ ...listing, inTitle: false })),
  ]
}

const compare = (one: string, other: string) => Number(one > other) - Number(one < other)

/** In the title first, then the newest first. */
function byPlace(one: FoundListing, other: FoundListing): number {
  return (
    Number(other.inTitle) - Number(one.inTitle) || compare(other.date, one.date) || compare(other.id, one.id)
  )
}

/** Every event is in San Francisco, so the city's name adds nothing. */
function leaveOutCity(query: SearchQuery): SearchQuery {
  const names = findNames(query.runs)
  const runs = query.runs.filter((run) => !names.get(run.join(' '))?.includes(sanFrancisco))
  return runs.length > 0 ? { ...query, runs } : query
}

function toSought(query: SearchQuery, meanings: Meanings = new Map()): Sought {
  return {
    anywhere: writeTsQueries(query, { meanings }),
    inTitle: writeTsQueries(query, { meanings, weight: 'A' }),
  }
}

function addNear<Item extends Found>(found: Item[], near: Item[]): Item[] {
  const known = new Set(found.map(({ id }) => id))
  return [...found, ...near.filter(({ id }) => !known.has(id))]
}

async function findMeanings(sql: Database, query: SearchQuery): Promise<Meanings> {
  return mergeMeanings(listMeanings(query), await findNearWords(sql, query.runs))
}

/** Names in every language, and words joined to their neighbors. */
function listMeanings({ runs }: SearchQuery): Meanings {
  return mergeMeanings(findNames(runs), joinNeighbors(runs))
}

function mergeMeanings(...all: Meanings[]): Meanings {
  const merged = new Map<string, string[]>()
  for (const [word, meant] of all.flatMap((meanings) => [...meanings]))
    if (meant.length > 0) merged.set(word, [...(merged.get(word) ?? []), ...meant])
  return merged
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
  const results = found
    .slice(0, most)
    .map(({ id, title, date, location }) => ({ id, title, date, location, path: `${folder}/${id}` }))
  return { results, hasMore: found.length > most }
}
