import { expect, it } from 'vitest'
import { soon } from '../tests/soon.ts'
import { boundRunning } from './bound-running.ts'

it('runs so many at once and the others in order, refuses the next ones, and has room again', async () => {
  const run = boundRunning({ atOnce: 2, waiting: 2, patience: 5_000 })
  const begun: string[] = []
  const ends = new Map<string, (fault?: Error) => void>()
  const begin = (name: string) =>
    run(() => {
      begun.push(name)
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      ends.set(name, (fault) => (fault ? reject(fault) : resolve(name)))
      return promise
    })
  const works = ['a', 'b', 'c', 'd'].map(begin)
  await expect(begin('e')).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '5' } })
  expect(begun).toEqual(['a', 'b'])
  ends.get('b')?.(new Error('spoiled'))
  await expect(works[1]).rejects.toThrow('spoiled')
  expect(begun).toEqual(['a', 'b', 'c'])
  const last = begin('f')
  for (const name of ['a', 'c', 'd', 'f']) {
    await expect.poll(() => ends.has(name), soon).toBe(true)
    ends.get(name)?.()
  }
  await Promise.all([works[0], works[2], works[3], last])
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'f'])
})

it('begins nothing for whoever has waited too long', async () => {
  const run = boundRunning({ atOnce: 1, waiting: 1, patience: -1 })
  await expect(run(async () => 'too late')).rejects.toMatchObject({ status: 503 })
})
