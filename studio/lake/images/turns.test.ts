import { expect, it } from 'vitest'
import { expectSoon } from '../test-support/expect-soon.ts'
import { createTurns } from './turns.ts'

/** Tasks that run until they are told to end; `ran` says which have begun. */
function createTasks(atOnce: number, mostWaiting: number) {
  const takeTurn = createTurns(atOnce, mostWaiting)
  const ran: string[] = []
  const start = (name: string, signal?: AbortSignal) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const result = takeTurn(() => {
      ran.push(name)
      return promise
    }, signal)
    result.catch(() => {})
    return { result, end: () => resolve(name) }
  }
  return { ran, start }
}

it('runs so many at once, and the others in their order', async () => {
  const { ran, start } = createTasks(2, 10)
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => start(name))
  expect(ran).toEqual(['a', 'b'])
  b?.end()
  expect(await b?.result).toBe('b')
  await expectSoon(() => ran).toEqual(['a', 'b', 'c'])
  for (const task of [a, c, d]) task?.end()
  expect(await Promise.all([a, c, d].map((task) => task?.result))).toEqual(['a', 'c', 'd'])
})

it('never runs what was aborted while it waited', async () => {
  const { ran, start } = createTasks(1, 10)
  const first = start('first')
  const gone = new AbortController()
  const dropped = start('dropped', gone.signal)
  const last = start('last')
  gone.abort(new Error('gone'))
  await expect(dropped.result).rejects.toThrow('gone')
  first.end()
  last.end()
  expect(await last.result).toBe('last')
  expect(ran).toEqual(['first', 'last'])
  await expect(start('late', gone.signal).result).rejects.toThrow('gone')
})

it('refuses one too many, and takes the next once there is room', async () => {
  const { start } = createTasks(1, 1)
  const first = start('first')
  const second = start('second')
  await expect(start('third').result).rejects.toMatchObject({ status: 503 })
  first.end()
  await first.result
  const fourth = start('fourth')
  second.end()
  fourth.end()
  expect(await fourth.result).toBe('fourth')
})
