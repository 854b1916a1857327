import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countDays, watchToday } from './days.ts'

test('counts events by San Francisco day, upcoming days soonest first, past days latest first', () => {
  const instants = [
    '2026-11-22T07:59:59Z',
    '2026-11-22T08:00:00Z',
    '2026-11-21T08:00:00Z',
    '2026-11-25T02:00:00Z',
    '2026-11-21T07:59:59Z',
    '2026-11-02T07:59:59Z',
  ]
  expect(
    countDays(
      instants.map((date) => ({ date })),
      '2026-11-21',
    ),
  ).toEqual({
    upcoming: [
      { day: '2026-11-21', count: 2 },
      { day: '2026-11-22', count: 1 },
      { day: '2026-11-24', count: 1 },
    ],
    past: [
      { day: '2026-11-20', count: 1 },
      { day: '2026-11-01', count: 1 },
    ],
  })
})

test('an event without a valid date is on no day', () => {
  expect(countDays([{ date: '' }, { date: 'soon' }], '2026-11-21')).toEqual({ upcoming: [], past: [] })
})

test('an event of several days counts on each', () => {
  const fair = { date: '2026-11-20T20:00:00Z', end: '2026-11-23T01:00:00Z' }
  expect(countDays([fair, { ...fair, end: 'soon' }], '2026-11-21')).toEqual({
    upcoming: [
      { day: '2026-11-21', count: 1 },
      { day: '2026-11-22', count: 1 },
    ],
    past: [{ day: '2026-11-20', count: 2 }],
  })
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  ['a day in winter', '2026-11-22T07:59:00Z', ['2026-11-21', '2026-11-22']],
  ['the short day', '2026-03-09T06:59:00Z', ['2026-03-08', '2026-03-09']],
  ['the long day', '2026-11-02T07:59:00Z', ['2026-11-01', '2026-11-02']],
])('emits the next day within seconds of midnight in San Francisco after %s', (_name, before, days) => {
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

test('emits the current day within seconds after the machine slept', () => {
  vi.setSystemTime(new Date('2026-11-21T20:00:00Z'))
  const seen: string[] = []
  const watching = watchToday().subscribe((day) => seen.push(day))
  vi.advanceTimersByTime(1000)
  vi.setSystemTime(new Date('2026-11-24T20:00:00Z'))
  vi.advanceTimersByTime(15_000)
  watching.unsubscribe()
  expect(seen).toEqual(['2026-11-21', '2026-11-24'])
})
