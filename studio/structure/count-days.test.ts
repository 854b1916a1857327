import { expect, test } from 'vitest'
import { countDays } from './count-days.ts'

test('days are those of San Francisco, the next first and the past latest first', () => {
  const instants = [
    '2026-11-22T07:59:59Z',
    '2026-11-22T08:00:00Z',
    '2026-11-21T08:00:00Z',
    '2026-11-25T02:00:00Z',
    '2026-11-21T07:59:59Z',
    '2026-11-02T07:59:59Z',
  ]
  expect(countDays(instants, '2026-11-21')).toEqual({
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

test('what is no instant is on no day', () => {
  expect(countDays(['', 'soon'], '2026-11-21')).toEqual({ upcoming: [], past: [] })
})
