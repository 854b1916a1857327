import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatShortDateAndTime } from '#domain/pacific.ts'
import {
  describeDate,
  findTwin,
  readStoredDate,
  readTypedDate,
  type TypedDate,
  writeDate,
} from './typed-date.ts'

// Wednesday, in San Francisco as in Europe.
const now = new Date('2026-11-25T20:00:00Z')

function show(read: TypedDate, allDay = false): string {
  if (read.instant !== undefined) return describeDate(read.instant, allDay)
  const meant = read.suggestion === undefined ? '' : ` → ${describeDate(read.suggestion, allDay)}`
  return `${read.fault}${meant}`
}

const evening = 'Fri, Dec 11, 2026, 7:00 PM PST'
const unreadable = expect.stringMatching(/^This cannot be read as a date/)

describe('fault 90: a date is read as people write it', () => {
  test.each([
    ['12/11/2026 7pm', evening],
    ['Dec 11, 7pm', evening],
    ['2026-12-11 19:00', evening],
    ['2026-12-11T19:00', evening],
    ['7 PM Dec 11 2026', evening],
    ['11 December 2026 19:00', evening],
    ['  dec 11,  2026 at 7 p.m. ', evening],
    ['Friday, December 11th, 2026, 7:00 PM', evening],
    ['Fri Dec 11 7pm', evening],
    ['12/11/26 7pm', evening],
    ['12/11 7:00pm', evening],
    ['7pm PST 12/11/2026', evening],
    ['Dec 11 @ 7pm', evening],
    ['on Dec 11 at 7pm (PST)', evening],
    ['Dec 11 2026 7pm PT', evening],
    ['１２/１１/２０２６ ７pm', evening],
    ['Dec\u00a011,\u00a07\u202fPM', evening],
    ['2026-12-12T03:00:00Z', evening],
    ['2026-12-11T19:00:00-08:00', evening],
    ['2026-12-12 04:00 +0100', evening],
    ['2027-01-16 7:30pm', 'Sat, Jan 16, 2027, 7:30 PM PST'],
    ['16/01/2027 7:30 PM', 'Sat, Jan 16, 2027, 7:30 PM PST'],
    ['16/1 19h30', 'Sat, Jan 16, 2027, 7:30 PM PST'],
    ['03/04/2027 9am', 'Thu, Mar 4, 2027, 9:00 AM PST'],
    ['Sept 3, 6:05pm', 'Fri, Sep 3, 2027, 6:05 PM PDT'],
    ['1 sep 2027 6pm', 'Wed, Sep 1, 2027, 6:00 PM PDT'],
    ['tomorrow 6pm', 'Thu, Nov 26, 2026, 6:00 PM PST'],
    ['today noon', 'Wed, Nov 25, 2026, 12:00 PM PST'],
    ['Dec 11 midnight', 'Fri, Dec 11, 2026, 12:00 AM PST'],
    ['Nov 25, 8am', 'Wed, Nov 25, 2026, 8:00 AM PST'],
    ['Nov 24, 8am', 'Wed, Nov 24, 2027, 8:00 AM PST'],
    ['Feb 29, 6pm', 'Tue, Feb 29, 2028, 6:00 PM PST'],
  ])('%s', (text, words) => {
    expect(show(readTypedDate(text, { allDay: false, now }))).toBe(words)
  })

  test.each([
    '7',
    'friday',
    'friday 7pm',
    '7pm',
    'soon',
    '13/13/2026 7pm',
    '2026-13-01 7pm',
    'Feb 30, 2027 7pm',
    'Feb 30, 7pm',
    'Dec 11 2026 24:00',
    'Dec 11 2026 25:00',
    'Dec 11 2026 13pm',
    'Dec 11 2026 7:60pm',
    'Dec 11, 7-9pm',
    'Dec 11, 7pm-9pm',
    'Dec 11, 7',
    '12/11 7',
    'Dec 11 26',
    '2026-12-11T19:00:00-16:00',
    'Dec 11 2026 7pm EST',
    '12/11/2026 7pm or 8pm',
    'X 11 2026 7pm',
    '',
  ])('%s cannot be read', (text) => {
    expect(show(readTypedDate(text, { allDay: false, now }))).toEqual(unreadable)
  })

  test.each([
    ['12/11/2026', false, 'Add the time, such as “7 PM”'],
    ['12/11/2026', true, 'Fri, Dec 11, 2026'],
    ['Dec 11', true, 'Fri, Dec 11, 2026'],
    ['tomorrow', true, 'Thu, Nov 26, 2026'],
    ['Feb 30', true, unreadable],
    ['1899-12-11 7pm', false, unreadable],
    ['9999-12-11 7pm', false, 'The year must be from 1900 to 9998'],
    ['Monday, Dec 11, 2026 7pm', false, `The day of the week is wrong: it is Fri, Dec 11, 2026 → ${evening}`],
    ['Dec 11, 2026 7pm PDT', false, `San Francisco has PST on that day, not PDT → ${evening}`],
  ])('%s, all day %s: %s', (text, allDay, words) => {
    expect(show(readTypedDate(text, { allDay, now }), allDay)).toEqual(words)
  })
})

test.each([
  ['Mar 14, 2027 1:59 AM', 'Sun, Mar 14, 2027, 1:59 AM PST'],
  [
    'Mar 14, 2027 2:30 AM',
    'There is no such time on that day: the clocks go from 2 to 3 AM → Sun, Mar 14, 2027, 3:30 AM PDT',
  ],
  ['Mar 14, 2027 3 AM', 'Sun, Mar 14, 2027, 3:00 AM PDT'],
  ['Nov 7, 2027 12:59 AM', 'Sun, Nov 7, 2027, 12:59 AM PDT'],
  ['Nov 7, 2027 1:30 AM', 'Sun, Nov 7, 2027, 1:30 AM PDT'],
  ['Nov 7, 2027 1:30 AM PDT', 'Sun, Nov 7, 2027, 1:30 AM PDT'],
  ['Nov 7, 2027 1:30 AM PST', 'Sun, Nov 7, 2027, 1:30 AM PST'],
  ['Nov 7, 2027 2 AM', 'Sun, Nov 7, 2027, 2:00 AM PST'],
])('when clocks change: %s is %s', (text, words) => {
  expect(show(readTypedDate(text, { allDay: false, now }))).toBe(words)
})

test('an hour that the clocks repeat has two instants, all others one', () => {
  const [first, second] = ['2027-11-07T08:30:00.000Z', '2027-11-07T09:30:00.000Z'] as const
  expect([findTwin(first), findTwin(second)]).toEqual([second, first])
  expect(
    ['2027-11-07T07:30:00.000Z', '2027-11-07T10:00:00.000Z', '2027-03-14T10:30:00.500Z'].map(findTwin),
  ).toEqual([undefined, undefined, undefined])
})

test('what the field shows is read as the same minute, and so is what stands below it', () => {
  // Every second instant is in a week in which clocks change.
  const minutes = (from: string, days: number) =>
    fc.integer({ min: 0, max: days * 1440 }).map((minute) => Date.parse(from) + minute * 60_000)
  const times = fc.oneof(minutes('1970-01-01', 40_000), minutes('2027-03-14', 1), minutes('2027-11-07', 1))
  fc.assert(
    fc.property(times, (time) => {
      const instant = new Date(time).toISOString()
      for (const text of [writeDate(instant, false), formatShortDateAndTime(instant), instant])
        expect(readTypedDate(text, { allDay: false, now })).toEqual({ instant })
    }),
    { numRuns: 1_000 },
  )
})

test('any text is read or refused, and never throws', () => {
  const part = fc.oneof(
    fc.constantFrom('dec', '11', '7pm', '/', '-', ':', ',', ' ', '2026', 'pst', 't', 'z'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 9 }), fc.boolean(), (parts, allDay) => {
      const read = readTypedDate(parts.join(''), { allDay, now })
      expect(read.instant !== undefined ? new Date(read.instant).toISOString() : read.fault).toBeTruthy()
    }),
    { numRuns: 2_000 },
  )
})

test('a stored text is never taken for a date without a click', () => {
  const options = { allDay: false, now }
  expect(readStoredDate('2026-12-11T19:00:00-08:00', options)).toEqual({
    instant: '2026-12-12T03:00:00.000Z',
  })
  expect(show(readStoredDate('Dec 11, 7pm', options))).toBe(
    `This is a text, not yet a date. Write it again, or confirm → ${evening}`,
  )
  expect(show(readStoredDate('soon', options))).toEqual(unreadable)
})
