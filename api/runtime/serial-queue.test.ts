import { expect, it } from 'vitest'
import { createSerialQueue } from './serial-queue.ts'

/** A job that counts its concurrent runs and ends on demand. */
function countedJob() {
  const ends: Array<(error?: Error) => void> = []
  const seen = { started: 0, running: 0, maxRunning: 0 }
  const call = createSerialQueue(async () => {
    const run = (seen.started += 1)
    seen.maxRunning = Math.max(seen.maxRunning, (seen.running += 1))
    try {
      await new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())))
    } finally {
      seen.running -= 1
    }
    return run
  })
  return { call, seen, end: (error?: Error) => ends.shift()?.(error) }
}

/** Lets queued calls begin. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

it('runs one call and queues one, which all calls made meanwhile share', async () => {
  const { call, seen, end } = countedJob()
  const first = call()
  await turn()
  const [second, third] = [call(), call()]
  expect(second).toBe(third)
  end()
  expect(await first).toBe(1)
  await turn()
  end()
  expect(await second).toBe(2)
  expect(seen).toEqual({ started: 2, running: 0, maxRunning: 1 })
})

it('runs calls with different keys one after the other, each with its own answer', async () => {
  let running = 0
  const call = createSerialQueue(async (key) => {
    expect((running += 1)).toBe(1)
    await turn()
    running -= 1
    return key
  })
  expect(await Promise.all(['a', 'b', 'a', 'c'].map(call))).toEqual(['a', 'b', 'a', 'c'])
})

it('goes on after a failed call, and rejects only the calls that waited for it', async () => {
  const { call, end } = countedJob()
  const first = call()
  await turn()
  const second = call()
  end(new Error('the first failed'))
  await expect(first).rejects.toThrow('the first failed')
  await turn()
  end()
  expect(await second).toBe(2)
})

it('handles a function that throws synchronously', async () => {
  const call = createSerialQueue((): Promise<void> => {
    throw new Error('at once')
  })
  await expect(call()).rejects.toThrow('at once')
  await expect(call()).rejects.toThrow('at once')
})
