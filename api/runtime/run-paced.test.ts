import { expect, it } from 'vitest'
import { runPaced } from './run-paced.ts'

const { signal } = new AbortController()

it('spaces out runs, whether they succeed or fail', async () => {
  const times: Array<{ startedAt: number; endedAt: number }> = []
  const run = runPaced(
    async () => {
      const startedAt = performance.now()
      await new Promise((resolve) => setTimeout(resolve, 20))
      times.push({ startedAt, endedAt: performance.now() })
      if (times.length === 2) throw new Error('failed')
    },
    { shortestPause: 10, longestPause: 1_000, signal },
  )
  await run()
  await expect(run()).rejects.toThrow('failed')
  await run()
  for (const [index, { startedAt, endedAt }] of times.slice(0, -1).entries()) {
    // Timers may fire a millisecond early.
    const pause = (times[index + 1]?.startedAt ?? 0) - endedAt
    expect(pause).toBeGreaterThanOrEqual(Math.min(1_000, 3 * (endedAt - startedAt)) - 5)
  }
})

it('does not wait for a pause that is over or was ended', async () => {
  const stopping = new AbortController()
  let runs = 0
  const run = runPaced(async () => (runs += 1), {
    shortestPause: 24 * 3_600_000,
    longestPause: 24 * 3_600_000,
    signal: stopping.signal,
  })
  expect(await run()).toBe(1)
  const second = run()
  stopping.abort()
  expect(await second).toBe(2)
})
