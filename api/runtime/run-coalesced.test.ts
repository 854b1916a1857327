import { expect, it } from 'vitest'
import { runCoalesced } from './run-coalesced.ts'

/** A job that counts how many of it run at once and ends when it is told to. */
function countedJob() {
  const ends: Array<(error?: Error) => void> = []
  const seen = { started: 0, running: 0, mostRunning: 0 }
  const call = runCoalesced(async () => {
    const run = (seen.started += 1)
    seen.mostRunning = Math.max(seen.mostRunning, (seen.running += 1))
    try {
      await new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())))
    } finally {
      seen.running -= 1
    }
    return run
  })
  return { call, seen, end: (error?: Error) => ends.shift()?.(error) }
}

it('runs one call and queues one, which all calls made meanwhile share', async () => {
  const { call, seen, end } = countedJob()
  const [first, second, third] = [call(), call(), call()]
  expect(second).toBe(third)
  end()
  expect(await first).toBe(1)
  end()
  expect(await second).toBe(2)
  expect(seen).toEqual({ started: 2, running: 0, mostRunning: 1 })
})

it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
  'never runs two at once for a call made %i microtasks after a run has ended',
  async (microtasks) => {
    const { call, seen, end } = countedJob()
    const calls = [call(), call()]
    end()
    for (let turn = 0; turn < microtasks; turn += 1) await Promise.resolve()
    calls.push(call())
    await calls[0]
    for (let turn = 0; turn < 20; turn += 1) {
      end()
      await Promise.resolve()
    }
    await Promise.all(calls)
    expect(seen.mostRunning).toBe(1)
  },
)

it('goes on after a failed call, and rejects only the calls that waited for it', async () => {
  const { call, end } = countedJob()
  const [first, second] = [call(), call()]
  end(new Error('the first failed'))
  await expect(first).rejects.toThrow('the first failed')
  end()
  expect(await second).toBe(2)
  const third = call()
  end()
  expect(await third).toBe(3)
})

it('takes a function that throws before it has a promise', async () => {
  const call = runCoalesced((): Promise<void> => {
    throw new Error('at once')
  })
  await expect(call()).rejects.toThrow('at once')
  await expect(call()).rejects.toThrow('at once')
})
