import { expect, it, onTestFinished, vi } from 'vitest'
import { repeatAtMidnight } from './at-midnight.ts'

it.each([
  ['2026-03-08T07:59:00Z', ['2026-03-08T08:00:01.000Z', '2026-03-09T07:00:01.000Z']],
  ['2026-11-01T06:59:00Z', ['2026-11-01T07:00:01.000Z', '2026-11-02T08:00:01.000Z']],
])('runs at midnight in San Francisco from %s on, also when the clocks change', (start, expected) => {
  vi.useFakeTimers({ now: new Date(start) })
  onTestFinished(() => void vi.useRealTimers())
  const runs: string[] = []
  const midnight = repeatAtMidnight(() => runs.push(new Date().toISOString()))
  vi.advanceTimersByTime(26 * 3_600_000)
  expect(runs).toEqual(expected)
  midnight[Symbol.dispose]()
  vi.advanceTimersByTime(26 * 3_600_000)
  expect(runs).toEqual(expected)
})
