import { describe, expect, test } from 'vitest'
import { checkDistance, checkEnd, checkReadable } from './event-start.ts'

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

test.each([
  [undefined, false, true],
  ['2026-12-12T03:00:00Z', false, true],
  ['12/11/2026', false, 'Add the time, such as “7 PM”'],
  ['12/11/2026', true, expect.stringMatching(/not yet a date/)],
  ['soon', false, expect.stringMatching(/^This cannot be read/)],
])('the text %s, all day %s: %s', (date, allDay, verdict) => {
  expect(checkReadable(date, { allDay })).toEqual(verdict)
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
