import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchToday } from './today.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  ['a day in winter', '2026-11-22T07:59:00Z', ['2026-11-21', '2026-11-22']],
  ['the short day', '2026-03-09T06:59:00Z', ['2026-03-08', '2026-03-09']],
  ['the long day', '2026-11-02T07:59:00Z', ['2026-11-01', '2026-11-02']],
])('says the next day within seconds of midnight in San Francisco after %s', (_name, before, days) => {
  vi.setSystemTime(new Date(before))
  const seen: string[] = []
  const watching = watchToday().subscribe((day) => seen.push(day))
  vi.advanceTimersByTime(59_000)
  expect(seen).toEqual(days.slice(0, 1))
  vi.advanceTimersByTime(30_000)
  expect(seen).toEqual(days)
  watching.unsubscribe()
  expect(vi.getTimerCount()).toBe(0)
})

test('says the day at once after the machine slept', () => {
  vi.setSystemTime(new Date('2026-11-21T20:00:00Z'))
  const seen: string[] = []
  const watching = watchToday().subscribe((day) => seen.push(day))
  vi.advanceTimersByTime(1000)
  vi.setSystemTime(new Date('2026-11-24T20:00:00Z'))
  vi.advanceTimersByTime(15_000)
  watching.unsubscribe()
  expect(seen).toEqual(['2026-11-21', '2026-11-24'])
})
