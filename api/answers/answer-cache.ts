import { LRUCache } from 'lru-cache'
import type { Encoding } from './choose-encoding.ts'
import { compressFor, type PreparedAnswer, sizeOf } from './prepared-answer.ts'
import { type Source, type Table, tableOf } from './sources.ts'

export type Made = {
  answer: PreparedAnswer
  sources?: readonly Source[] | undefined
  until?: number | undefined
  /** Renews the stale answer for any request with the key. Absent if the answer depends on more than the key. */
  renew?: (() => Promise<Made>) | undefined
}

type Kept = {
  renew: (() => Promise<Made>) | undefined
  answer: PreparedAnswer
  sources: readonly Source[]
  tables: readonly Table[]
  until: number
  release: string
  /** Change counters: when making began, and at the last check. */
  beganAt: number
  comparedAt: number
}

type Making = { beganAt: number; signal: AbortSignal; answer: Promise<PreparedAnswer> }

export type AnswerCache = {
  find: (key: string, encoding: Encoding) => PreparedAnswer | undefined
  /** The cached answer, even if it is stale. */
  findStale: (key: string) => PreparedAnswer | undefined
  /** The cached answer or a new one. Concurrent calls share one `make` unless something has changed since it began. */
  take: (request: Request, make: () => Promise<Made>) => Promise<PreparedAnswer>
  /** Renews a stale answer without its route; undefined if only the route can. */
  findRenewal: (request: Request) => (() => Promise<PreparedAnswer>) | undefined
  change: (sources: readonly Source[]) => void
  changeAll: (table: Table) => void
  /** Stops caching answers of the table until `regain`, since its changes are not announced meanwhile. */
  lose: (table: Table) => void
  regain: (table: Table) => void
}

type Request = { key: string; language: string; encoding: Encoding; signal: AbortSignal }

/** Maximum bytes of all cached answers, in all encodings. */
const mostBytes = 32 * 1024 * 1024
/** Number of sources whose last change is remembered. Answers older than a forgotten change count as stale. */
const mostSources = 10_000

/** LRU cache of answers. An answer is current while none of its sources has changed since its making began. */
export function createAnswerCache({ readRelease }: { readRelease: () => string }): AnswerCache {
  const kept = new LRUCache<string, Kept>({
    maxSize: mostBytes,
    sizeCalculation: ({ answer, sources }, key) =>
      sizeOf(answer) + 2 * (key.length + sources.join('').length),
  })
  const making = new Map<string, Making>()
  /** Counter value of the last change by source or table, least recently changed first. */
  const changedAt = new Map<string, number>()
  const lost = new Set<Table>(['listings'])
  let changes = 0
  let forgotten = 0

  function note(changed: readonly string[]): void {
    changes += 1
    for (const name of changed) {
      changedAt.delete(name)
      changedAt.set(name, changes)
    }
    for (const [name, at] of changedAt) {
      if (changedAt.size <= mostSources) break
      changedAt.delete(name)
      forgotten = at
    }
  }

  const isUnchanged = (name: string, beganAt: number) => (changedAt.get(name) ?? 0) <= beganAt

  function isCurrent(entry: Kept): boolean {
    if (entry.until <= Date.now() || entry.release !== readRelease()) return false
    if (entry.comparedAt === changes) return true
    const { beganAt, sources, tables } = entry
    if (beganAt < forgotten) return false
    if (!sources.every((source) => isUnchanged(source, beganAt))) return false
    if (!tables.every((table) => isUnchanged(tableName(table), beganAt))) return false
    entry.comparedAt = changes
    return true
  }

  function findCurrent(key: string): PreparedAnswer | undefined {
    const entry = kept.get(key)
    return entry && isCurrent(entry) ? entry.answer : undefined
  }

  async function makeAndKeep(
    key: string,
    beganAt: number,
    make: () => Promise<Made>,
  ): Promise<PreparedAnswer> {
    const release = readRelease()
    const { answer, sources, renew, until = Number.POSITIVE_INFINITY } = await make()
    if (!sources) return answer
    const tables = [...new Set(sources.map(tableOf))]
    const entry = { renew, answer, sources, tables, until, release, beganAt, comparedAt: beganAt }
    if (!tables.some((table) => lost.has(table)) && isCurrent(entry)) kept.set(key, entry)
    return answer
  }

  async function share(
    { key, language, signal }: Request,
    make: () => Promise<Made>,
  ): Promise<PreparedAnswer> {
    // Errors are written in the language of the request.
    const name = `${language} ${key}`
    const begun = making.get(name)
    if (begun?.beganAt === changes) {
      try {
        return await begun.answer
      } catch (error) {
        if (!begun.signal.aborted || signal.aborted) throw error
        return findCurrent(key) ?? share({ key, language, signal, encoding: 'identity' }, make)
      }
    }
    const own = { beganAt: changes, signal, answer: makeAndKeep(key, changes, make) }
    making.set(name, own)
    try {
      return await own.answer
    } finally {
      if (making.get(name) === own) making.delete(name)
    }
  }

  const cache: AnswerCache = {
    findRenewal: (request) => {
      const renew = kept.peek(request.key)?.renew
      return renew && (() => cache.take(request, renew))
    },
    findStale: (key) => kept.peek(key)?.answer,
    find: (key, encoding) => {
      const answer = findCurrent(key)
      return answer?.[encoding] ? answer : undefined
    },
    take: async (request, make) => {
      const { key, encoding } = request
      const answer = findCurrent(key) ?? (await share(request, make))
      if (answer[encoding]) return answer
      await compressFor(answer, encoding)
      const entry = kept.peek(key)
      // Set again, because compressing made the entry larger.
      if (entry?.answer === answer) kept.set(key, { ...entry })
      return answer
    },
    change: note,
    changeAll: (table) => note([tableName(table)]),
    lose: (table) => {
      lost.add(table)
      note([tableName(table)])
    },
    regain: (table) => {
      lost.delete(table)
      note([tableName(table)])
    },
  }
  return cache
}

function tableName(table: Table): string {
  return `all ${table}`
}
