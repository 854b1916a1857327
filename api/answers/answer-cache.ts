import { LRUCache } from 'lru-cache'
import { answerSought } from '../runtime/observe.ts'
import { type Changes, createChanges, type Reading } from './changes.ts'
import type { Encoding } from './choose-encoding.ts'
import { compressFor, type PreparedAnswer, sizeOf } from './prepared-answer.ts'
import type { Source } from './sources.ts'

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
  reading: Reading
}

type InFlightAnswer = { beganAt: number; signal: AbortSignal; answer: Promise<PreparedAnswer> }

export type AnswerCache = {
  find: (key: string, encoding: Encoding) => PreparedAnswer | undefined
  findStale: (key: string) => PreparedAnswer | undefined
  /** The cached answer or a new one. Concurrent calls share one `make` unless something has changed since it began. */
  getOrCreate: (request: AnswerRequest, make: () => Promise<FreshAnswer>) => Promise<PreparedAnswer>
  /** Renews a stale answer without its route; undefined if only the route can. */
  findRenewal: (request: AnswerRequest) => (() => Promise<PreparedAnswer>) | undefined
} & Changes

type AnswerRequest = { key: string; language: string; encoding: Encoding; signal: AbortSignal }

/** Maximum bytes of all cached answers, in all encodings. */
const maxBytes = 32 * 1024 * 1024

const [hit, miss] = [{ result: 'hit' }, { result: 'miss' }] as const

type Options = {
  onChange?: ((changed: readonly string[]) => void) | undefined
  /** Whether a cache in front may keep the answers, because `onChange` purges them. */
  isShared?: boolean
}

/** LRU cache of answers. An answer is current while none of its sources has changed since its making began. */
export function createAnswerCache({ onChange, isShared = false }: Options = {}): AnswerCache {
  const entries = new LRUCache<string, CacheEntry>({
    maxSize: maxBytes,
    sizeCalculation: ({ answer, reading }, key) =>
      sizeOf(answer) + 2 * (key.length + reading.sources.join('').length),
  })
  const inFlight = new Map<string, InFlightAnswer>()
  const changes = createChanges(onChange)

  function findCurrent(key: string): PreparedAnswer | undefined {
    const entry = entries.get(key)
    return entry && changes.isCurrent(entry.reading) ? entry.answer : undefined
  }

  async function makeAndStore(
    key: string,
    beganAt: number,
    make: () => Promise<FreshAnswer>,
  ): Promise<PreparedAnswer> {
    const made = await make()
    const { sources, renew, until } = made
    if (!sources) return made.answer
    const reading = { beganAt, sources, until }
    const shared = { sources, until, isCurrent: () => changes.isCurrent(reading) }
    const answer = isShared ? { ...made.answer, shared } : made.answer
    if (changes.isCurrent(reading)) entries.set(key, { renew, answer, reading })
    return answer
  }

  async function share(
    { key, language, signal }: AnswerRequest,
    make: () => Promise<FreshAnswer>,
  ): Promise<PreparedAnswer> {
    // Errors are written in the language of the request.
    const name = `${language} ${key}`
    const pending = inFlight.get(name)
    if (pending?.beganAt === changes.count()) {
      try {
        return await pending.answer
      } catch (error) {
        if (!pending.signal.aborted || signal.aborted) throw error
        return findCurrent(key) ?? share({ key, language, signal, encoding: 'identity' }, make)
      }
    }
    const beganAt = changes.count()
    const own = { beganAt, signal, answer: makeAndStore(key, beganAt, make) }
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
      if (!answer?.[encoding]) return undefined
      answerSought.publish(hit)
      return answer
    },
    getOrCreate: async (request, make) => {
      const { key, encoding } = request
      const current = findCurrent(key)
      answerSought.publish(current ? hit : miss)
      const answer = current ?? (await share(request, make))
      if (answer[encoding]) return answer
      await compressFor(answer, encoding)
      const entry = entries.peek(key)
      // Set again, because compressing made the entry larger.
      if (entry?.answer === answer) entries.set(key, { ...entry })
      return answer
    },
    ...changes,
  }
  return cache
}
