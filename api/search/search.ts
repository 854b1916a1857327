import { linkTo } from '#domain/language.ts'
import type { ListingLocation } from '#domain/listings/catalogue.ts'
import { startOfDay, toDay } from '#domain/pacific.ts'
import type { SearchAnswer, SearchGroup } from '#domain/search.ts'
import { endOfDay, type Cacheable } from '../answers/sources.ts'
import type { AnyServer, ReadHeavy } from '../database/replica.ts'
import { firstExpiry } from '../listings/queries.ts'
import { createRareWordFinder } from './common-words.ts'
import { type Client, createFairQueue } from './fair-queue.ts'
import { findNames, sanFrancisco } from './names.ts'
import {
  chooseCorrections,
  chooseSplits,
  allowsTwoEdits,
  isNameable,
  joinNeighbors,
  listCorrectable,
  listSplits,
  listVariants,
} from './spelling.ts'
import { parseQuery, type SearchQuery, writeTsQueries } from './parse-query.ts'
import {
  type EventSearch,
  type SearchHit,
  type ListingSearch,
  listHits,
  type Page,
  type SearchWords,
} from './queries.ts'
import { listSimilarWords, listKnownWords } from './word-queries.ts'

/** Results of each kind. One more is read to know whether there are more. */
const pageSize = 10
const best: Page = { order: 'best', most: pageSize + 1 }
const newest: Page = { order: 'newest', most: 50 }

type Meanings = ReadonlyMap<string, string[]>

type SearchRequest = { written: string; city: ListingLocation | undefined; now: Date; client: Client }

// A search costs as much as twenty other reads, which also need connections and a core.
const enqueue = createFairQueue({ maxRunning: 3, maxWaiting: 50, timeoutMs: 5_000 })

/** Per database, because one test process has several. */
const rareWordFinders = new WeakMap<ReadHeavy, ReturnType<typeof createRareWordFinder>>()

function findRareWords(readHeavy: ReadHeavy, { anywhere }: SearchWords) {
  const ask = rareWordFinders.get(readHeavy) ?? createRareWordFinder(readHeavy)
  rareWordFinders.set(readHeavy, ask)
  return ask(anywhere)
}

/**
 * With few results it also tries spelling corrections, joined or split words, and names in every language. Events are
 * in San Francisco: none for another city; those before today (`now`) are past. Throws a RequestError of 503 when the
 * queue is full.
 */
export async function search(readHeavy: ReadHeavy, wanted: SearchRequest): Promise<Cacheable<SearchAnswer>> {
  const { value, ...stale } = await find(readHeavy, wanted, best)
  const { listings, events, corrected } = value
  const groups = { listings: toGroup(listings, '/listing'), events: toGroup(events, '/event') }
  return { value: { ...groups, ...(corrected !== undefined && { corrected }) }, ...stale }
}

/** Like `search`, but newest first and without past events: about 50 listings and 50 events. */
export function searchNewest(readHeavy: ReadHeavy, wanted: SearchRequest): Promise<Cacheable<SearchHits>> {
  return find(readHeavy, wanted, newest)
}

type SearchHits = { listings: SearchHit[]; events: SearchHit[]; corrected?: string | undefined }

async function find(
  readHeavy: ReadHeavy,
  { written, city, now, client }: SearchRequest,
  page: Page,
): Promise<Cacheable<SearchHits>> {
  const sources = ['listings', 'events'] as const
  const query = parseQuery(written)
  if (query.runs.length === 0) return { value: { listings: [], events: [] }, sources }
  const askedAt = Date.now()
  const askListings = async (before: ListingSearch['before'], meanings?: Meanings) => {
    const words = toSearchWords(query, meanings)
    return { city, words, before, ...(await findRareWords(readHeavy, words)) }
  }
  const eventQuery = removeCityName(query)
  const exact = toSearchWords(eventQuery)
  const since = startOfDay(toDay(now))
  const askEvents = (meanings: Meanings): EventSearch | undefined =>
    city === 'NYC' ? undefined : { form: query.form, exact, near: toSearchWords(eventQuery, meanings), since }

  const ask = async (sql: AnyServer) => {
    const names = mergeMeanings(findNames(query.runs), joinNeighbors(query.runs))
    const before = page.order === 'best' ? { form: query.form } : { ids: [] }
    const first = await listHits(sql, { listings: await askListings(before), events: askEvents(names) }, page)
    let { listings, events } = first
    let corrected: string | undefined
    // A query with many results is not corrected.
    if (isFew(listings)) {
      const { spellings, unknown } = await findSpellings(sql, query.runs)
      const meanings = mergeMeanings(names, spellings)
      const isMoreEvents = isFew(events) && spellings.size > 0
      if (meanings.size > 0) {
        const ids = listings.map(({ id }) => id)
        const more = await askListings({ ids }, meanings)
        const asked = { listings: more, events: isMoreEvents ? askEvents(meanings) : undefined }
        const near = await listHits(sql, asked, page)
        listings = [...listings, ...near.listings]
        if (isMoreEvents) events = near.events
        const isFound = listings.length + events.length > 0
        if (isFound && unknown.size > 0) corrected = correct(query, unknown)
      }
    }
    const expiries = listings.map(({ expiresIn = null }) => ({ expiresIn }))
    return {
      value: { listings, events, corrected },
      sources,
      until: Math.min(endOfDay(now), firstExpiry(askedAt, expiries) ?? Infinity),
    }
  }
  return enqueue(client, () => readHeavy(ask))
}

const isFew = (found: SearchHit[]) => found.length <= pageSize

/** Every event is in San Francisco, so the city's name adds nothing. */
function removeCityName(query: SearchQuery): SearchQuery {
  const names = findNames(query.runs)
  const runs = query.runs.filter((run) => !names.get(run.join(' '))?.includes(sanFrancisco))
  return runs.length > 0 ? { ...query, runs } : query
}

function toSearchWords(query: SearchQuery, meanings: Meanings = new Map()): SearchWords {
  return {
    anywhere: writeTsQueries(query, { meanings }),
    inTitle: writeTsQueries(query, { meanings, weight: 'A' }),
  }
}

function correct({ runs }: SearchQuery, spellings: Meanings): string {
  return runs.map((words) => words.map((word) => spellings.get(word)?.[0] ?? word).join('')).join(' ')
}

function mergeMeanings(...all: Meanings[]): Meanings {
  const merged = new Map<string, string[]>()
  for (const [word, meant] of all.flatMap((meanings) => [...meanings]))
    if (meant.length > 0) merged.set(word, [...(merged.get(word) ?? []), ...meant])
  return merged
}

/** `unknown`: those to name, of words that no listing or event has. Splits into two words, and known words one edit away; for a long word without any, known words two edits away. */
async function findSpellings(
  sql: AnyServer,
  runs: string[][],
): Promise<{ spellings: Meanings; unknown: Meanings }> {
  const words = listCorrectable(runs)
  if (words.length === 0) return { spellings: new Map(), unknown: new Map() }
  const candidates = words.flatMap((word) => [word, ...listVariants(word), ...listSplits(word).flat()])
  const written = await listKnownWords(sql, candidates)
  const near = new Map(words.map((word) => [word, chooseCorrections(word, written)]))
  const distant = words.filter((word) => allowsTwoEdits(word) && near.get(word)?.length === 0)
  const like = distant.length > 0 ? await listSimilarWords(sql, distant) : []
  for (const word of distant) near.set(word, chooseCorrections(word, like))
  const spellings = mergeMeanings(near, new Map(words.map((word) => [word, chooseSplits(word, written)])))
  const unknown = new Map(
    [...spellings]
      .filter(([word]) => !written.includes(word))
      .map(([word, meant]) => [word, meant.filter(isNameable)]),
  )
  return { spellings, unknown: mergeMeanings(unknown) }
}

function toGroup(found: SearchHit[], folder: string): SearchGroup {
  const results = found
    .slice(0, pageSize)
    .map(({ expiresIn: _, ...hit }) => ({ ...hit, path: linkTo(`${folder}/${hit.id}`) }))
  return { results, hasMore: found.length > pageSize }
}
