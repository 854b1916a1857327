import { LRUCache } from 'lru-cache'
import type { Encoding } from './choose-encoding.ts'
import { compressFor, type PreparedAnswer, sizeOf } from './prepared-answer.ts'
import { type Source, type Table, tableOf } from './sources.ts'

export type FreshAnswer = {
  answer: PreparedAnswer
  sources?: readonly Source[] | undefined
  until?: number | undefined
  /** Renews the stale answer for any request with the key. Absent if the answer depends on more than the key. */
  renew?: (() => Promise<FreshAnswer>) | undefined
}

type CacheEntry = {
  renew: (() => Promise<FreshAnswer>) | undefined
  answer: PreparedAnswer
  sources: readonly Source[]
  tables: readonly Table[]
  until: number
  release: string
  /** Change counters: when making began, and at the last check. */
  beganAt: number
  comparedAt: number
}

type InFlightAnswer = { beganAt: number; signal: AbortSignal; answer: Promise<PreparedAnswer> }

export type AnswerCache = {
  find: (key: string, encoding: Encoding) => PreparedAnswer | undefined
  /** The cached answer, even if it is stale. */
  findStale: (key: string) => PreparedAnswer | undefined
  /** The cached answer or a new one. Concurrent calls share one `make` unless something has changed since it began. */
  getOrCreate: (request: AnswerRequest, make: () => Promise<FreshAnswer>) => Promise<PreparedAnswer>
  /** Renews a stale answer without its route; undefined if only the route can. */
  findRenewal: (request: AnswerRequest) => (() => Promise<PreparedAnswer>) | undefined
  invalidate: (sources: readonly Source[]) => void
  invalidateAll: (table: Table) => void
  /** Stops caching answers of the table until `resume`, since its changes are not announced meanwhile. */
  suspend: (table: Table) => void
  resume: (table: Table) => void
}

type AnswerRequest = { key: string; language: string; encoding: Encoding; signal: AbortSignal }

/** Maximum bytes of all cached answers, in all encodings. */
const maxBytes = 32 * 1024 * 1024
/** Number of sources whose last change is remembered. Answers older than a forgotten change count as stale. */
const maxSources = 10_000

/** LRU cache of answers. An answer is current while none of its sources has changed since its making began. */
export function createAnswerCache({ readRelease }: { readRelease: () => string }): AnswerCache {
  const entries = new LRUCache<string, CacheEntry>({
    maxSize: maxBytes,
    sizeCalculation: ({ answer, sources }, key) =>
      sizeOf(answer) + 2 * (key.length + sources.join('').length),
  })
  const inFlight = new Map<string, InFlightAnswer>()
  /** Counter value of the last change by source or table, least recently changed first. */
  const changedAt = new Map<string, number>()
  const suspended = new Set<Table>(['listings'])
  let changes = 0
  let oldestKnownChange = 0

  function recordChange(changed: readonly string[]): void {
    changes += 1
    for (const name of changed) {
      changedAt.delete(name)
      changedAt.set(name, changes)
    }
    for (const [name, at] of changedAt) {
      if (changedAt.size <= maxSources) break
      changedAt.delete(name)
      oldestKnownChange = at
    }
  }

  const isUnchanged = (name: string, beganAt: number) => (changedAt.get(name) ?? 0) <= beganAt

  function isCurrent(entry: CacheEntry): boolean {
    if (entry.until <= Date.now() || entry.release !== readRelease()) return false
    if (entry.comparedAt === changes) return true
    const { beganAt, sources, tables } = entry
    if (beganAt < oldestKnownChange) return false
    if (!sources.every((source) => isUnchanged(source, beganAt))) return false
    if (!tables.every((table) => isUnchanged(tableName(table), beganAt))) return false
    entry.comparedAt = changes
    return true
  }

  function findCurrent(key: string): PreparedAnswer | undefined {
    const entry = entries.get(key)
    return entry && isCurrent(entry) ? entry.answer : undefined
  }

  async function makeAndStore(
    key: string,
    beganAt: number,
    make: () => Promise<FreshAnswer>,
  ): Promise<PreparedAnswer> {
    const release = readRelease()
    const { answer, sources, renew, until = Number.POSITIVE_INFINITY } = await make()
    if (!sources) return answer
    const tables = [...new Set(sources.map(tableOf))]
    const entry = { renew, answer, sources, tables, until, release, beganAt, comparedAt: beganAt }
    if (!tables.some((table) => suspended.has(table)) && isCurrent(entry)) entries.set(key, entry)
    return answer
  }

  async function share(
    { key, language, signal }: AnswerRequest,
    make: () => Promise<FreshAnswer>,
  ): Promise<PreparedAnswer> {
    // Errors are written in the language of the request.
    const name = `${language} ${key}`
    const pending = inFlight.get(name)
    if (pending?.beganAt === changes) {
      try {
        return await pending.answer
      } catch (error) {
        if (!pending.signal.aborted || signal.aborted) throw error
        return findCurrent(key) ?? share({ key, language, signal, encoding: 'identity' }, make)
      }
    }
    const own = { beganAt: changes, signal, answer: makeAndStore(key, changes, make) }
    inFlight.set(name, own)
    try {
      return await own.answer
    } finally {
      if (inFlight.get(name) === own) inFlight.delete(name)
    }
  }

  const cache: AnswerCache = {
    findRenewal: (request) => {
      const renew = entries.peek(request.key)?.renew
      return renew && (() => cache.getOrCreate(request, renew))
    },
    findStale: (key) => entries.peek(key)?.answer,
    find: (key, encoding) => {
      const answer = findCurrent(key)
      return answer?.[encoding] ? answer : undefined
    },
    getOrCreate: async (request, make) => {
      const { key, encoding } = request
      const answer = findCurrent(key) ?? (await share(request, make))
      if (answer[encoding]) return answer
      await compressFor(answer, encoding)
      const entry = entries.peek(key)
      // Set again, because compressing made the entry larger.
      if (entry?.answer === answer) entries.set(key, { ...entry })
      return answer
    },
    invalidate: recordChange,
    invalidateAll: (table) => recordChange([tableName(table)]),
    suspend: (table) => {
      suspended.add(table)
      recordChange([tableName(table)])
    },
    resume: (table) => {
      suspended.delete(table)
      recordChange([tableName(table)])
    },
  }
  return cache
}

function tableName(table: Table): string {
  return `all ${table}`
}
