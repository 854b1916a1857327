import { expect, it } from 'vitest'
import { formatMonthDay, formatMonthDayYear } from './pacific.ts'

it.each([
  ['2026-11-21T08:00:00.000Z', 'Nov 21', 'Nov 21, 2026', 'midnight in winter'],
  ['2026-11-21T07:59:59.999Z', 'Nov 20', 'Nov 20, 2026', 'just before it'],
  ['2026-07-01T06:59:59.999Z', 'Jun 30', 'Jun 30, 2026', 'just before midnight in summer'],
  ['2026-07-01T07:00:00.000Z', 'Jul 1', 'Jul 1, 2026', 'midnight in summer'],
  ['2026-03-08T09:59:59.000Z', 'Mar 8', 'Mar 8, 2026', 'before the clocks go forward'],
  ['2026-03-09T06:59:59.000Z', 'Mar 8', 'Mar 8, 2026', 'the last second of that day, 23 hours long'],
  ['2026-11-01T06:59:59.000Z', 'Oct 31', 'Oct 31, 2026', 'before the day the clocks go back'],
  ['2026-11-02T07:59:59.000Z', 'Nov 1', 'Nov 1, 2026', 'the last second of that day, 25 hours long'],
  ['2027-01-01T07:59:59.000Z', 'Dec 31', 'Dec 31, 2026', 'new year, an hour too early'],
  ['2028-02-29T20:00:00.000Z', 'Feb 29', 'Feb 29, 2028', 'a leap day'],
])('%s is %s, or %s, in Pacific time: %s', (instant, monthDay, monthDayYear) => {
  expect(formatMonthDay(instant)).toBe(monthDay)
  expect(formatMonthDayYear(instant)).toBe(monthDayYear)
})
