import { setTimeout as sleep } from 'node:timers/promises'
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
  /** Makes the answer again after a change. Absent if it depends on more than the key, or is too much work. */
  renew?: (() => Promise<FreshAnswer>) | undefined
}

type CacheEntry = Pick<FreshAnswer, 'answer' | 'renew'> & {
  reading: Reading
  /** Time of the last request for it, from `performance.now()`. */
  readAt: number
}

type InFlightAnswer = { beganAt: number; signal: AbortSignal; answer: Promise<PreparedAnswer> }

export type AnswerCache = {
  find: (key: string, encoding: Encoding) => PreparedAnswer | undefined
  findStale: (key: string) => PreparedAnswer | undefined
  /** The cached answer or a new one. Concurrent calls share one `make` unless something has changed since it began. */
  getOrCreate: (request: AnswerRequest, make: () => Promise<FreshAnswer>) => Promise<PreparedAnswer>
} & Changes

type AnswerRequest = { key: string; language: string; encoding: Encoding; signal: AbortSignal }

/** Maximum bytes of all cached answers, in all encodings. */
const maxBytes = 32 * 1024 * 1024

/** Milliseconds from a change to its renewals: each post invalidates twice, at once and by its notification. */
const renewalDelay = 10
/** An answer is renewed for this many milliseconds after the last request for it. */
const renewedFor = 10_000
/** A round renews at most so many answers, those used last. The pause after it is so many times as long as the round. */
const [maxRenewals, restFactor] = [100, 3]

const [hit, miss] = [{ result: 'hit' }, { result: 'miss' }] as const

type Options = {
  onChange?: ((changed: readonly string[]) => void) | undefined
  /** Whether a cache in front may keep the answers, because `onChange` purges them. */
  isShared?: boolean
}

/**
 * LRU cache of answers. An answer is current while none of its sources has changed since its making began. After a
 * change, answers that were requested lately are renewed before the next request. Renewals run for a quarter of the time at most.
 */
export function createAnswerCache({ onChange, isShared = false }: Options = {}): AnswerCache {
  const entries = new LRUCache<string, CacheEntry>({
    maxSize: maxBytes,
    sizeCalculation: ({ answer, reading }, key) =>
      sizeOf(answer) + 2 * (key.length + reading.sources.join('').length),
  })
  const inFlight = new Map<string, InFlightAnswer>()
  const changes = createChanges((changed) => {
    onChange?.(changed)
    renewing ??= renewRead().finally(() => (renewing = undefined))
  })
  let renewing: Promise<void> | undefined

  function findCurrent(key: string): PreparedAnswer | undefined {
    const entry = entries.get(key)
    if (!entry || !changes.isCurrent(entry.reading)) return undefined
    entry.readAt = performance.now()
    return entry.answer
  }

  async function renewRead(): Promise<void> {
    let [renewed, rest] = [-1, renewalDelay]
    while (renewed !== changes.count()) {
      await sleep(rest, undefined, { ref: false })
      renewed = changes.count()
      const startedAt = performance.now()
      // One at a time, so that requests come first. If one fails, the next request for it says why.
      for (const [key, entry] of entries.entries().take(maxRenewals).toArray())
        await renewEntry(key, entry).catch(() => {})
      rest = Math.max(renewalDelay, restFactor * (performance.now() - startedAt))
    }
  }

  async function renewEntry(key: string, { renew, answer, reading, readAt }: CacheEntry): Promise<void> {
    if (!renew || performance.now() - readAt > renewedFor || changes.isCurrent(reading)) return
    const encoding = answer.br ? 'br' : answer.gzip ? 'gzip' : 'identity'
    const renewed = await share({ key, language: 'en', encoding, signal: neverAborted }, renew)
    await addEncoding(key, renewed, encoding)
    const stored = entries.peek(key)
    if (stored?.answer === renewed) stored.readAt = readAt
  }

  async function makeAndStore(key: string, beganAt: number, make: () => Promise<FreshAnswer>) {
    const made = await make()
    const { sources, renew, until } = made
    if (!sources) return made.answer
    const reading = { beganAt, sources, until }
    const shared = { sources, until, isCurrent: () => changes.isCurrent(reading) }
    const answer = isShared ? { ...made.answer, shared } : made.answer
    if (changes.isCurrent(reading)) entries.set(key, { renew, answer, reading, readAt: performance.now() })
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

  async function addEncoding(key: string, answer: PreparedAnswer, encoding: Encoding): Promise<void> {
    if (answer[encoding]) return
    await compressFor(answer, encoding)
    const entry = entries.peek(key)
    // Set again, because compressing made the entry larger.
    if (entry?.answer === answer) entries.set(key, { ...entry })
  }

  return {
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
      await addEncoding(key, answer, encoding)
      return answer
    },
    ...changes,
  }
}

const neverAborted = new AbortController().signal
