import { setImmediate as tick } from 'node:timers/promises'
import postgres from 'postgres'
import { expect, it } from 'vitest'
import { createBatcher } from './batch.ts'

const refusedValue = Object.assign(new postgres.PostgresError('refused'), { code: '23514' })

function createWatchedBatcher(fail: (items: number[]) => Error | undefined = () => undefined) {
  const batches: number[][] = []
  const batcher = createBatcher(async (items: number[]) => {
    batches.push(items)
    await tick()
    const error = fail(items)
    if (error) throw error
    return items.map((item) => item * 10)
  })
  return { batcher, batches }
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)

it('runs two calls at once and further calls together, and answers each with its own result', async () => {
  const { batcher, batches } = createWatchedBatcher()
  expect(await Promise.all(numbers(20).map(batcher))).toEqual(numbers(20).map((number) => number * 10))
  expect(batches.map(({ length }) => length)).toEqual([1, 1, 16, 2])
  expect(await batcher(7)).toBe(70)
})

it('repeats a batch one by one if a value is refused, so that only that call fails', async () => {
  const { batcher } = createWatchedBatcher((items) => (items.includes(5) ? refusedValue : undefined))
  const results = await Promise.allSettled(numbers(10).map(batcher))
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual(
    numbers(10).map((number) => number !== 5),
  )
})

it('fails the calls of a batch after any other error without a repeat, since it may have been stored', async () => {
  const { batcher, batches } = createWatchedBatcher((items) =>
    items.includes(5) ? new Error('connection lost') : undefined,
  )
  const results = await Promise.allSettled(numbers(10).map(batcher))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(8)
  expect(batches.filter((items) => items.includes(5))).toHaveLength(1)
  expect(await batcher(6)).toBe(60)
})
