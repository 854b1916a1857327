import { expect, it } from 'vitest'
import { inLanguage } from '#domain/in-language.ts'
import {
  describeDate,
  describeStatus,
  describeTime,
  describeWhen,
  isTooLong,
  lastDay,
  lastListedDay,
  listEventDays,
  runsOn,
} from './when.ts'

const date = '2026-11-22T02:30:00.000Z'
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

it.each([
  [{ date }, 'Saturday, November 21, 2026 at 6:30 PM PST'],
  [{ date, end: '2026-11-22T05:00:00.000Z' }, 'Saturday, November 21, 2026 at 6:30 PM – 9:00 PM PST'],
  [
    { date, end: '2026-11-22T09:00:00.000Z' },
    'Saturday, November 21, 2026 at 6:30 PM PST – Sunday, November 22, 2026 at 1:00 AM PST',
  ],
  // Midnight belongs to the day that it ends.
  [{ date, end: '2026-11-22T08:00:00.000Z' }, 'Saturday, November 21, 2026 at 6:30 PM – 12:00 AM PST'],
  // The clocks go back at 2 AM on November 1, and forward on March 14.
  [
    { date: '2026-11-01T08:30:00.000Z', end: '2026-11-01T09:30:00.000Z' },
    'Sunday, November 1, 2026 at 1:30 AM PDT – 1:30 AM PST',
  ],
  [
    { date: '2027-03-14T09:30:00.000Z', end: '2027-03-14T10:30:00.000Z' },
    'Sunday, March 14, 2027 at 1:30 AM PST – 3:30 AM PDT',
  ],
  [{ date, allDay: true }, 'Saturday, November 21, 2026'],
  [
    { date, allDay: true, end: '2026-11-23T20:00:00.000Z' },
    'Saturday, November 21, 2026 – Monday, November 23, 2026',
  ],
] as const)('describes when %j takes place', (times, text) => {
  expect(plain(describeWhen(times))).toBe(text)
})

it('describes the time, finds the last day, and names the status in the reader’s language', () => {
  expect([describeTime({ date }), describeTime({ date, allDay: true })].map(plain)).toEqual([
    '6:30 PM',
    'all day',
  ])
  expect([lastDay({ date }), lastDay({ date, end: '2026-11-22T09:00:00.000Z' })]).toEqual([
    '2026-11-21',
    '2026-11-22',
  ])
  expect(describeStatus({})).toBeUndefined()
  expect(inLanguage('fr', () => describeStatus({ status: 'cancelled' }))).toBe('annulé')
})

it.each([
  ['no end', {}, '2026-11-21'],
  ['the same day', { end: '2026-11-22T07:00:00.000Z' }, '2026-11-21'],
  ['a night', { end: '2026-11-22T14:00:00.000Z' }, '2026-11-21'],
  ['after 6 AM', { end: '2026-11-22T14:01:00.000Z' }, '2026-11-22'],
  ['midnight of the last all-day date', { end: '2026-11-23T08:00:00.000Z', allDay: true }, '2026-11-23'],
  ['the day before', { end: '2026-11-20T08:00:00.000Z' }, '2026-11-21'],
  ['a year later', { end: '2027-11-20T08:00:00.000Z' }, '2026-12-21'],
] as const)(
  'an event with this end: %s, is listed until its last day, but on at most 31 days',
  (_, times, day) => {
    expect(lastListedDay({ date, ...times })).toBe(day)
    expect(listEventDays({ date, ...times }).at(-1)).toBe(day)
  },
)

it('lists the last days of the year 9998', () => {
  const last = { date: '9998-12-30T20:00:00.000Z', end: '9998-12-31T23:00:00.000Z' }
  expect(listEventDays(last)).toEqual(['9998-12-30', '9998-12-31'])
})

it('runs on each of its days, and is too long from 32 days on', () => {
  const end = '2026-11-24T01:00:00.000Z'
  const days = ['2026-11-20', '2026-11-21', '2026-11-23', '2026-11-24']
  expect(days.map((day) => runsOn({ date, end }, day))).toEqual([false, true, true, false])
  expect(isTooLong({ date, end: '2026-12-22T08:00:00.000Z' })).toBe(false)
  expect(isTooLong({ date, end: '2026-12-22T08:01:00.000Z' })).toBe(true)
})

it.each([
  ['en', '2026-11-21', '6:30 PM', 'Sat, Nov 21, until Nov 23'],
  ['en', '2026-11-22', 'until Nov 23', 'since Sat, Nov 21'],
  ['es', '2026-11-22', 'hasta el 23 nov', 'desde el sáb, 21 de nov'],
  ['fr', '2026-11-22', 'jusqu’au 23 nov.', 'depuis le sam. 21 nov.'],
] as const)('in %s a multi-day event is described on %s as: %s, %s', (language, day, time, dated) => {
  const times = { date, end: '2026-11-24T01:00:00.000Z' }
  const said = inLanguage(language, () => [describeTime(times, day), describeDate(times, day)])
  expect(said.map(plain)).toEqual([time, dated])
})

it('describes a one-day event with its time and date', () => {
  expect([describeTime({ date }, '2026-11-21'), describeDate({ date }, '2026-11-21')].map(plain)).toEqual([
    '6:30 PM',
    'Sat, Nov 21',
  ])
})
