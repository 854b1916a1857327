import { expect, it, onTestFinished, vi } from 'vitest'
import { createChanges } from './changes.ts'
import { keepLatest } from './keep-latest.ts'
import type { Cacheable } from './sources.ts'

function open() {
  const changes = createChanges()
  changes.resume('listings')
  const runs: Array<PromiseWithResolvers<Cacheable<string>>> = []
  const read = keepLatest(changes, () => {
    const run = Promise.withResolvers<Cacheable<string>>()
    runs.push(run)
    return run.promise
  })
  const finish = (value: string) => runs.at(-1)?.resolve({ value, sources: ['listings'] })
  return { changes, runs, read, finish }
}

it('fault 95: a late value is kept and shown while one query runs at a time, for a quarter of the time', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { changes, runs, read, finish } = open()
  const readLate = async () => {
    const reading = read()
    await vi.advanceTimersByTimeAsync(250)
    const { value, until = Infinity } = await reading
    return { value, isShort: until <= Date.now() + 1_000 }
  }
  const first = read()
  changes.invalidate(['listings'])
  finish('first')
  expect((await first).value).toBe('first')

  // Outdated by the change: all start one query, and wait for it for a moment.
  const late = { value: 'first', isShort: true }
  expect(await Promise.all([readLate(), readLate()])).toEqual([late, late])
  changes.invalidate(['listings'])
  expect(await readLate()).toEqual(late)
  await vi.advanceTimersByTimeAsync(500)
  finish('second')
  await vi.advanceTimersByTimeAsync(0)

  // It took 1.25 s and is outdated, too: the next query starts 3.75 s later.
  await vi.advanceTimersByTimeAsync(3_700)
  expect(await read()).toMatchObject({ value: 'second', until: expect.any(Number) })
  expect(runs).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(100)
  const third = read()
  finish('third')
  expect((await third).value).toBe('third')
  expect(await read()).not.toHaveProperty('until')
  expect(runs).toHaveLength(3)
})

it('a reader who comes after a change gets a value that was read after it, if that is quick', async () => {
  const { changes, runs, read, finish } = open()
  const before = read()
  changes.invalidate(['listings'])
  const after = read()
  finish('before')
  expect((await before).value).toBe('before')
  await expect.poll(() => runs.length).toBe(2)
  finish('after')
  expect((await after).value).toBe('after')
})

it('a failed query fails its readers, and the next reader starts another', async () => {
  const { runs, read, finish } = open()
  const readers = [read(), read()]
  runs[0]?.reject(new Error('away'))
  for (const reader of readers) await expect(reader).rejects.toThrow('away')
  const next = read()
  finish('back')
  expect((await next).value).toBe('back')
})
