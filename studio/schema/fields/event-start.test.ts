import { describe, expect, test } from 'vitest'
import { formatDateAndTime } from '#domain/pacific.ts'
import { checkDistance, tomorrowEvening } from './event-start.ts'

describe('the start that a new event is given', () => {
  test.each([
    ['2026-11-22T02:00:00Z', 'Sunday, November 22, 2026 at 6:00 PM PST'],
    ['2026-11-22T07:59:59Z', 'Sunday, November 22, 2026 at 6:00 PM PST'],
    ['2026-11-22T08:00:00Z', 'Monday, November 23, 2026 at 6:00 PM PST'],
    // The day before the clocks go forward, and that day itself.
    ['2026-03-07T20:00:00Z', 'Sunday, March 8, 2026 at 6:00 PM PDT'],
    ['2026-03-08T20:00:00Z', 'Monday, March 9, 2026 at 6:00 PM PDT'],
    // The day before they go back, and that day itself.
    ['2026-10-31T20:00:00Z', 'Sunday, November 1, 2026 at 6:00 PM PST'],
    ['2026-11-01T20:00:00Z', 'Monday, November 2, 2026 at 6:00 PM PST'],
  ])('at %s is %s', (now, start) => {
    expect(formatDateAndTime(tomorrowEvening(new Date(now)))).toBe(start)
  })

  test('is kept in UTC', () => {
    expect(tomorrowEvening(new Date('2026-11-21T20:00:00Z'))).toBe('2026-11-23T02:00:00.000Z')
  })
})

describe('a date that is probably a slip', () => {
  const now = new Date('2026-11-21T20:00:00Z')

  test('is one more than a year away', () => {
    expect(checkDistance('2027-11-22T07:59:00Z', now)).toBe(true)
    expect(checkDistance('2027-11-22T08:00:00Z', now)).toMatch(/more than a year/)
  })

  test('is not one in the past, none, or one that cannot be read', () => {
    expect(checkDistance('2020-01-01T00:00:00Z', now)).toBe(true)
    expect(checkDistance(undefined, now)).toBe(true)
    expect(checkDistance('soon', now)).toBe(true)
  })
})
