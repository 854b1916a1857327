import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  addMonthToDay,
  formatClock,
  formatDateAndTime,
  formatDay,
  formatDayOfMonth,
  formatMonth,
  formatMonthDay,
  formatMonthDayYear,
  formatShortDate,
  formatTime,
  formatWithOffset,
  isDay,
  lastDayOf,
  listWeeks,
  startOfDay,
  toDay,
  weekdayOf,
} from './pacific.ts'

describe('an instant', () => {
  it.each([
    ['2026-11-21T08:00:00.000Z', '2026-11-21', 'midnight in winter'],
    ['2026-11-21T07:59:59.999Z', '2026-11-20', 'just before it'],
    ['2026-07-01T06:59:59.999Z', '2026-06-30', 'just before midnight in summer'],
    ['2026-07-01T07:00:00.000Z', '2026-07-01', 'midnight in summer'],
    ['2026-03-08T09:59:59.000Z', '2026-03-08', 'before the clocks go forward'],
    ['2026-03-09T06:59:59.000Z', '2026-03-08', 'the last second of that day, 23 hours long'],
    ['2026-03-09T07:00:00.000Z', '2026-03-09', 'the first second of the next day'],
    ['2026-11-01T06:59:59.000Z', '2026-10-31', 'before the day the clocks go back'],
    ['2026-11-02T07:59:59.000Z', '2026-11-01', 'the last second of that day, 25 hours long'],
    ['2026-11-02T08:00:00.000Z', '2026-11-02', 'the first second of the next day'],
    ['2027-01-01T07:59:59.000Z', '2026-12-31', 'new year in UTC'],
    ['2027-01-01T08:00:00.000Z', '2027-01-01', 'new year in San Francisco'],
    ['2028-02-29T20:00:00.000Z', '2028-02-29', 'a leap day'],
    ['1900-01-02T00:00:00.000Z', '1900-01-01', 'the first supported instant'],
    ['9998-12-31T23:59:59.999Z', '9998-12-31', 'the last supported instant'],
  ])('fault 72: %s falls on %s: %s', (instant, day) => {
    expect(toDay(instant)).toBe(day)
    expect(toDay(new Date(instant))).toBe(day)
  })

  it.each([
    ['2026-11-21T02:30:00Z', 'Friday, November 20, 2026 at 6:30 PM PST'],
    ['2026-07-04T19:00:00Z', 'Saturday, July 4, 2026 at 12:00 PM PDT'],
    ['2026-03-08T09:59:00Z', 'Sunday, March 8, 2026 at 1:59 AM PST'],
    ['2026-03-08T10:00:00Z', 'Sunday, March 8, 2026 at 3:00 AM PDT'],
    ['2026-11-01T08:30:00Z', 'Sunday, November 1, 2026 at 1:30 AM PDT'],
    ['2026-11-01T09:30:00Z', 'Sunday, November 1, 2026 at 1:30 AM PST'],
    ['2026-11-21T08:00:00Z', 'Saturday, November 21, 2026 at 12:00 AM PST'],
  ])('%s is %s', (instant, text) => {
    expect(formatDateAndTime(instant)).toBe(text)
  })

  it.each([
    ['2026-11-21T02:30:07.999Z', '2026-11-20T18:30:07-08:00'],
    ['2026-11-01T08:30:00Z', '2026-11-01T01:30:00-07:00'],
    ['2026-11-01T09:30:00Z', '2026-11-01T01:30:00-08:00'],
    ['2026-03-08T10:00:00Z', '2026-03-08T03:00:00-07:00'],
    ['1900-01-02T00:00:00.999Z', '1900-01-01T16:00:00-08:00'],
    ['1943-12-01T00:00:00Z', '1943-11-30T17:00:00-07:00'],
    ['9998-12-31T23:59:59.999Z', '9998-12-31T15:59:59-08:00'],
  ])('%s is %s with its offset', (instant, text) => {
    expect(formatWithOffset(instant)).toBe(text)
    expect(Date.parse(text)).toBe(Math.floor(Date.parse(instant) / 1_000) * 1_000)
  })

  it('has short formats for lists', () => {
    const instant = '2026-11-02T03:05:00Z'
    expect(formatMonthDay(instant)).toBe('Nov 1')
    expect(formatMonthDayYear(instant)).toBe('Nov 1, 2026')
    expect(formatShortDate(instant)).toBe('Sun, Nov 1, 2026')
    expect(formatTime(instant)).toBe('7:05 PM')
    expect(formatClock(instant)).toBe('19:05:00')
  })

  it('throws a RangeError if it is invalid', () => {
    expect(() => formatMonthDay('yesterday')).toThrow(RangeError)
    expect(() => toDay('yesterday')).toThrow(RangeError)
  })
})

describe('a day', () => {
  it.each([
    ['2026-11-21', true],
    ['2028-02-29', true],
    ['1900-01-01', true],
    ['9998-12-31', true],
    ['2026-02-29', false],
    ['2026-02-30', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['1899-12-31', false],
    ['9999-01-01', false],
    ['2026-1-1', false],
    ['+002026-01-01', false],
    ['2026-11-21T00:00:00Z', false],
    ['2026-11-21\n', false],
    ['', false],
  ])('%j: %s', (text, is) => {
    expect(isDay(text)).toBe(is)
  })

  it.each([
    ['2026-11-01', '2026-11-01T07:00:00.000Z'],
    ['2026-11-02', '2026-11-02T08:00:00.000Z'],
    ['2026-03-08', '2026-03-08T08:00:00.000Z'],
    ['2026-03-09', '2026-03-09T07:00:00.000Z'],
    ['2027-01-01', '2027-01-01T08:00:00.000Z'],
    ['1900-01-01', '1900-01-01T08:00:00.000Z'],
    ['9998-12-31', '9998-12-31T08:00:00.000Z'],
  ])('%s begins at %s', (day, instant) => {
    expect(startOfDay(day).toISOString()).toBe(instant)
  })

  it('begins exactly when the previous day ends, for ten years', () => {
    for (let day = '2020-01-01'; day < '2030-01-01'; day = addDays(day, 1)) {
      const start = startOfDay(day).getTime()
      expect([toDay(new Date(start)), toDay(new Date(start - 1))]).toEqual([day, addDays(day, -1)])
    }
  })

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-11-21', 1, '2026-12-21'],
  ])('%s plus %i month is %s', (day, months, result) => {
    expect(addMonthToDay(day, months)).toBe(result)
  })

  it('is shifted across months, years and clock changes', () => {
    expect(addDays('2026-03-07', 2)).toBe('2026-03-09')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2026-11-02', -2)).toBe('2026-10-31')
    expect(weekdayOf('2026-11-21')).toBe(6)
  })

  it('is formatted with the name of the month', () => {
    expect(formatDay('2026-11-01')).toBe('November 1, 2026')
    expect(formatDayOfMonth('2026-03-14')).toBe('March 14')
  })
})

describe('a month', () => {
  it.each([
    ['2026-02', 4, '2026-02-01', '2026-02-28'],
    ['2026-11', 5, '2026-11-01', '2026-12-05'],
    ['2026-08', 6, '2026-07-26', '2026-09-05'],
    ['9998-12', 5, '9998-11-29', '9999-01-02'],
  ])('%s has %i weeks, from %s to %s', (month, count, first, last) => {
    const weeks = listWeeks(month)
    expect(weeks).toHaveLength(count)
    expect([weeks[0]?.[0], weeks.at(-1)?.[6]]).toEqual([first, last])
    for (const week of weeks) expect(week.map(weekdayOf)).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  it('is shifted and formatted', () => {
    expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
    expect(lastDayOf('2028-02')).toBe('2028-02-29')
    expect(formatMonth('2026-03')).toBe('March 2026')
  })
})
