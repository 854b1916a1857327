import { expect, it, onTestFinished, vi } from 'vitest'
import { createAnswerCache, type FreshAnswer } from './answer-cache.ts'
import { createAnswer } from './prepared-answer.ts'
import type { Source } from './sources.ts'

function open() {
  const cache = createAnswerCache()
  cache.resume('listings')
  return cache
}

const request = (key: string, signal = new AbortController().signal) =>
  ({ key, language: 'en', encoding: 'identity', signal }) as const

const made = (text: string, sources?: readonly Source[], until?: number): FreshAnswer => ({
  answer: createAnswer(Buffer.from(text), { 'Content-Type': 'text/plain' }),
  sources,
  until,
})

/** The cached text of a key. */
const textOf = (cache: ReturnType<typeof open>, key = 'key') =>
  cache.find(key, 'identity')?.identity.body.toString()

const keep = (cache: ReturnType<typeof open>, text: string, sources?: readonly Source[], until?: number) =>
  cache.getOrCreate(request('key'), async () => made(text, sources, until))

it('makes an answer once for concurrent requests and caches it', async () => {
  const cache = open()
  const make = vi.fn<() => Promise<FreshAnswer>>(async () => made('text', ['listings']))
  await Promise.all(Array.from({ length: 10 }, () => cache.getOrCreate(request('key'), make)))
  await cache.getOrCreate(request('key'), make)
  expect(make).toHaveBeenCalledTimes(1)
  expect(textOf(cache)).toBe('text')
})

it('does not cache or share an answer that was started before its sources changed', async () => {
  const cache = open()
  const held = Promise.withResolvers<void>()
  const before = cache.getOrCreate(request('key'), async () => {
    await held.promise
    return made('before', ['category jobs'])
  })
  cache.invalidate(['category jobs'])
  const after = await keep(cache, 'after', ['category jobs'])
  held.resolve()
  expect([after, await before].map(({ identity }) => identity.body.toString())).toEqual(['after', 'before'])
  expect(textOf(cache)).toBe('after')
})

it.each<[string, Source[], (cache: ReturnType<typeof open>) => void, boolean]>([
  ['its source', ['category jobs'], (cache) => cache.invalidate(['category jobs']), false],
  ['another source', ['category jobs'], (cache) => cache.invalidate(['category gigs', 'events']), true],
  ['its whole table', ['category jobs'], (cache) => cache.invalidateAll('listings'), false],
  ['another table', ['event x'], (cache) => cache.invalidateAll('listings'), true],
  [
    'its source and then more sources than are remembered',
    ['category jobs'],
    (cache) => {
      cache.invalidate(['category jobs'])
      cache.invalidate(Array.from({ length: 10_001 }, (_, n) => `listing ${n}` as const))
    },
    false,
  ],
])('drops only stale answers after a change of %s', async (_what, sources, change, isKept) => {
  const cache = open()
  await keep(cache, 'text', sources)
  change(cache)
  expect(textOf(cache)).toBe(isKept ? 'text' : undefined)
})

it('caches nothing from a table while its changes are not announced, and drops what it had cached', async () => {
  const cache = open()
  await keep(cache, 'before', ['listings', 'events'])
  cache.suspend('listings')
  expect(textOf(cache)).toBeUndefined()
  await keep(cache, 'meanwhile', ['listings'])
  expect(textOf(cache)).toBeUndefined()
  await keep(cache, 'events', ['events'])
  expect(textOf(cache)).toBe('events')
  cache.resume('listings')
  await keep(cache, 'events again', ['events'])
  await cache.getOrCreate(request('other'), async () => made('afterwards', ['listings']))
  expect(textOf(cache, 'other')).toBe('afterwards')
})

it('drops an answer at its deadline', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const cache = open()
  await keep(cache, 'text', ['listings'], Date.now() + 1_000)
  vi.advanceTimersByTime(999)
  expect(textOf(cache)).toBe('text')
  vi.advanceTimersByTime(1)
  expect(textOf(cache)).toBeUndefined()
})

it('caches neither an answer without sources nor a failure', async () => {
  const cache = open()
  await keep(cache, 'for one reader')
  expect(textOf(cache)).toBeUndefined()
  await expect(cache.getOrCreate(request('key'), () => Promise.reject(new Error('away')))).rejects.toThrow(
    'away',
  )
  await keep(cache, 'text', ['events'])
  expect(textOf(cache)).toBe('text')
})

it('makes a shared answer again when the client that started it disconnects', async () => {
  const cache = open()
  const leaving = new AbortController()
  const first = cache.getOrCreate(request('key', leaving.signal), async () => {
    await new Promise((resolve) => leaving.signal.addEventListener('abort', resolve))
    throw new Error('gone')
  })
  const second = keep(cache, 'text', ['listings'])
  leaving.abort()
  await expect(first).rejects.toThrow('gone')
  expect((await second).identity.body.toString()).toBe('text')
})

/** Makes answers that are renewed after a change of a listing: `text 1`, `text 2` and so on. */
function makeRenewing() {
  const make = vi.fn<() => Promise<FreshAnswer>>()
  make.mockImplementation(async () => {
    const text = `text ${make.mock.calls.length}`
    return { ...made(text.padEnd(99), ['listings']), renew: make }
  })
  return make
}

it('renews an answer after each change, until nobody has asked for it for ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const cache = open()
  const [make, other] = [makeRenewing(), makeRenewing()]
  await cache.getOrCreate(request('key'), make)
  for (const calls of [2, 3]) {
    vi.advanceTimersByTime(4_000)
    cache.invalidate(['listings'])
    await vi.waitUntil(() => make.mock.calls.length === calls)
  }
  vi.advanceTimersByTime(2_001)
  await cache.getOrCreate(request('other'), other)
  cache.invalidate(['listings'])
  await expect.poll(() => textOf(cache, 'other')?.trim()).toBe('text 2')
  expect(make).toHaveBeenCalledTimes(3)
})

it('renews again what has changed meanwhile, and leaves what fails to the next request', async () => {
  const cache = open()
  const make = makeRenewing()
  await cache.getOrCreate({ ...request('key'), encoding: 'gzip' }, make)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  make.mockImplementationOnce(async () => {
    await held
    return made('text of a reading before the change', ['listings'])
  })
  cache.invalidate(['listings'])
  await vi.waitUntil(() => make.mock.calls.length === 2)
  cache.invalidate(['listings'])
  release()
  await expect.poll(() => cache.find('key', 'gzip')).toBeDefined()
  expect(textOf(cache)?.trim()).toBe('text 3')
  make.mockRejectedValue(new Error('away'))
  cache.invalidate(['listings'])
  await vi.waitUntil(() => make.mock.calls.length === 4)
  await expect(cache.getOrCreate(request('key'), make)).rejects.toThrow('away')
})

it('is bounded by the bytes of all encodings and evicts the least recently used answers', async () => {
  const cache = open()
  const body = 'x'.repeat(1024 * 1024)
  for (let number = 0; number < 40; number += 1) {
    await cache.getOrCreate({ ...request(`key ${number}`), encoding: 'gzip' }, async () =>
      made(body, ['listings']),
    )
    cache.find('key 0', 'gzip')
  }
  const kept = Array.from({ length: 40 }, (_, number) => cache.find(`key ${number}`, 'gzip') !== undefined)
  expect(kept.filter(Boolean).length).toBeGreaterThan(25)
  expect(kept.filter(Boolean).length).toBeLessThan(32)
  expect([kept[0], kept[1], kept[39]]).toEqual([true, false, true])
})

it('counts the size of keys and sources too', async () => {
  const cache = open()
  const long = 'x'.repeat(100_000)
  for (let number = 0; number < 200; number += 1) {
    await cache.getOrCreate(request(`${number} ${long}`), async () =>
      made('text', [`category ${number} ${long}`]),
    )
  }
  const kept = Array.from({ length: 200 }, (_, number) => textOf(cache, `${number} ${long}`) !== undefined)
  expect(kept.filter(Boolean).length).toBeGreaterThan(50)
  expect(kept.filter(Boolean).length).toBeLessThan(90)
})

it('compresses an answer once for concurrent requests', async () => {
  const cache = open()
  const compressed = await Promise.all(
    Array.from({ length: 10 }, () =>
      cache.getOrCreate({ ...request('key'), encoding: 'gzip' }, async () =>
        made('text '.repeat(1_000), ['listings']),
      ),
    ),
  )
  expect(new Set(compressed.map(({ gzip }) => gzip?.body)).size).toBe(1)
})
