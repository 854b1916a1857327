import { expect, it } from 'vitest'
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

it('fault 95: a late value is kept and shown while one query runs at a time', async () => {
  const { changes, runs, read, finish } = open()
  const first = read()
  changes.invalidate(['listings'])
  finish('first')
  expect((await first).value).toBe('first')

  // Outdated by the change: both start one query and do not wait for its end.
  const late = await Promise.all([read(), read()])
  expect(late.map(({ value }) => value)).toEqual(['first', 'first'])
  expect(late.every(({ until = Infinity }) => until <= Date.now() + 1_000)).toBe(true)
  changes.invalidate(['listings'])
  expect((await read()).value).toBe('first')
  expect(runs).toHaveLength(2)

  finish('second')
  expect((await read()).value).toBe('second')
  finish('third')
  expect(await read()).toMatchObject({ value: 'third' })
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
