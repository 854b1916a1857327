import { describe, expect, test } from 'vitest'
import { formatDateAndTime } from '#domain/pacific.ts'
import { checkDistance, checkEnd, tomorrowEvening } from './event-start.ts'

describe('the default start of a new event', () => {
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

  test('is stored in UTC', () => {
    expect(tomorrowEvening(new Date('2026-11-21T20:00:00Z'))).toBe('2026-11-23T02:00:00.000Z')
  })
})

test.each([
  ['2026-11-21T21:00:00Z', {}, true],
  ['2026-11-21T20:00:00Z', {}, 'The end must be after the beginning'],
  ['2026-11-21T19:00:00Z', {}, 'The end must be after the beginning'],
  ['2026-12-22T08:00:00Z', {}, true],
  ['2026-12-22T08:01:00Z', {}, 'An event has at most 31 days: is it a series?'],
  ['2026-12-22T08:00:00Z', { allDay: true }, 'An event has at most 31 days: is it a series?'],
  [undefined, {}, true],
  ['soon', {}, true],
])('an end at %s, %j: %s', (end, others, verdict) => {
  expect(checkEnd(end, { date: '2026-11-21T20:00:00Z', ...others })).toBe(verdict)
})

describe('a date that is probably a mistake', () => {
  const now = new Date('2026-11-21T20:00:00Z')

  test('is more than a year away', () => {
    expect(checkDistance('2027-11-22T07:59:00Z', now)).toBe(true)
    expect(checkDistance('2027-11-22T08:00:00Z', now)).toMatch(/more than a year/)
  })

  test('is not in the past, missing or unreadable', () => {
    expect(checkDistance('2020-01-01T00:00:00Z', now)).toBe(true)
    expect(checkDistance(undefined, now)).toBe(true)
    expect(checkDistance('soon', now)).toBe(true)
  })
})
