import { expect, it, onTestFinished, vi } from 'vitest'
import { createExpectations } from './expectations.ts'

it('an answer is stale if it was requested two seconds after a change that it does not show', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { expect: change, isStale } = createExpectations()
  expect(isStale('/a', 'whatever', performance.now())).toBe(false)
  change(['/a', '/b'], 'first')
  const changedAt = performance.now()
  expect(isStale('/a', 'before', changedAt + 1_999)).toBe(false)
  expect(isStale('/a', 'before', changedAt + 2_001)).toBe(true)
  expect(isStale('/b', 'the first one', changedAt + 2_001)).toBe(false)
  vi.advanceTimersByTime(5_000)
  change(['/a'], 'second')
  expect(isStale('/a', 'the second one', changedAt + 5_001)).toBe(false)
  expect(isStale('/a', 'the first one', changedAt + 5_001)).toBe(false)
  expect(isStale('/a', 'the first one', changedAt + 7_001)).toBe(true)
})
