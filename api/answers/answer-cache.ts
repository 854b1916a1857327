import { LRUCache } from 'lru-cache'
import type { Encoding } from './choose-encoding.ts'
import { compressFor, type PreparedAnswer, sizeOf } from './prepared-answer.ts'
import { type Source, type Table, tableOf } from './sources.ts'

/** An answer that was just made. Without `sources` it is for this request alone. */
export type Made = {
  answer: PreparedAnswer
  sources?: readonly Source[] | undefined
  until?: number | undefined
}

type Kept = {
  answer: PreparedAnswer
  sources: readonly Source[]
  tables: readonly Table[]
  until: number
  release: string
  /** How many changes there had been when making it began, and when it was last compared with them. */
  beganAt: number
  comparedAt: number
}

type Making = { beganAt: number; signal: AbortSignal; answer: Promise<PreparedAnswer> }

export type AnswerCache = {
  /** The answer of a key in an encoding, if it is kept, current and compressed. */
  find: (key: string, encoding: Encoding) => PreparedAnswer | undefined
  /**
   * The answer of a key, from memory or made. Concurrent calls share one make, unless something has changed since it began;
   * a make that fails because `signal` of its caller aborted is repeated for those who share it.
   */
  take: (request: Request, make: () => Promise<Made>) => Promise<PreparedAnswer>
  /** Drops the answers with one of these sources, those that are being made included. */
  change: (sources: readonly Source[]) => void
  /** Drops every answer with a source in the table. */
  changeAll: (table: Table) => void
  /** Nothing tells of the table's changes until `regain`: its answers are dropped, and none is kept. */
  lose: (table: Table) => void
  regain: (table: Table) => void
}

type Request = { key: string; language: string; encoding: Encoding; signal: AbortSignal }

/** Bytes of all answers in memory, in every encoding that was asked for. */
const mostBytes = 32 * 1024 * 1024
/** How many sources' last changes are remembered. Answers that are older than what is forgotten count as stale. */
const mostSources = 10_000

/**
 * Keeps answers, the least recently used go first. Changes are counted, and an answer is current while none of its
 * sources changed after its making began. `readRelease` names what pages are drawn from.
 */
export function createAnswerCache({ readRelease }: { readRelease: () => string }): AnswerCache {
  const kept = new LRUCache<string, Kept>({
    maxSize: mostBytes,
    sizeCalculation: ({ answer }) => sizeOf(answer),
  })
  const making = new Map<string, Making>()
  /** By source, or table, the number of its last change; the longest unchanged first. */
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
    const { answer, sources, until = Number.POSITIVE_INFINITY } = await make()
    if (!sources) return answer
    const tables = [...new Set(sources.map(tableOf))]
    const entry = { answer, sources, tables, until, release, beganAt, comparedAt: beganAt }
    if (!tables.some((table) => lost.has(table)) && isCurrent(entry)) kept.set(key, entry)
    return answer
  }

  async function share(
    { key, language, signal }: Request,
    make: () => Promise<Made>,
  ): Promise<PreparedAnswer> {
    // An error is written in the language of the request that made it.
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

  return {
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
      // It is larger than it was.
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
}

/** The whole of a table, beside the names of its sources. */
function tableName(table: Table): string {
  return `all ${table}`
}
