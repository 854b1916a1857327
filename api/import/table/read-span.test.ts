import { expect, test } from 'vitest'
import { readSpan, type Span } from './read-span.ts'

// Wednesday.
const today = Date.UTC(2026, 10, 25)

const clock = (time: number) => new Date(time).toISOString().slice(11, 16)
const date = (day: number) => new Date(day).toISOString().slice(0, 10)

function show(span: Span | undefined): string {
  if (!span) return 'unreadable'
  const { day, time, endDay, endTime, zone = '', isNext } = span
  const side = (on: number | undefined, at: number | undefined) =>
    [on === undefined ? [] : date(on), at === undefined ? [] : clock(at)].flat().join(' ')
  const end = side(endDay, endTime)
  return [side(day, time), end && `to ${end}`, zone, isNext ? 'next' : ''].filter(Boolean).join(' ')
}

test.each([
  ['6:00 PM - 8:30 PM', '18:00 to 20:30'],
  ['6-8pm', '18:00 to 20:00'],
  ['6–8:30 pm', '18:00 to 20:30'],
  ['6 to 8 p.m.', '18:00 to 20:00'],
  ['from 6 PM until 8 PM', '18:00 to 20:00'],
  ['11am-1pm', '11:00 to 13:00'],
  ['11-1pm', '11:00 to 13:00'],
  ['11am-1', '11:00 to 13:00'],
  ['9-12pm', '09:00 to 12:00'],
  ['6pm-8', '18:00 to 20:00'],
  ['10pm-2am', '22:00 to 02:00'],
  ['10pm-2', '22:00 to 02:00'],
  ['10-12am', '22:00 to 00:00'],
  ['6:30-8 PM', '18:30 to 20:00'],
  ['noon', '12:00'],
  ['Noon - 2pm', '12:00 to 14:00'],
  ['10-noon', '10:00 to 12:00'],
  ['midnight', '00:00'],
  ['8pm - midnight', '20:00 to 00:00'],
  ['18h30', '18:30'],
  ['18h', '18:00'],
  ['18h30-20h', '18:30 to 20:00'],
  ['18:30h', '18:30'],
  ['18.30h', '18:30'],
  ['18.30 Uhr', '18:30'],
  ['18 Uhr', '18:00'],
  ['18.30', '18:30'],
  ['6.30 pm', '18:30'],
  ['18:30–20:00', '18:30 to 20:00'],
  ['07:00-08:00', '07:00 to 08:00'],
  ['22:00-02:00', '22:00 to 02:00'],
  ['6pm PST', '18:00 pst'],
  ['6:00 PM (PT) → 8:30 PM', '18:00 to 20:30 pt'],
  ['6-8pm Eastern Time', '18:00 to 20:00 eastern time'],
  ['18:30 CET', '18:30 cet'],
  ['18:30 UTC', '18:30 utc'],
  ['6pm GMT+1', '18:00 gmt+1'],
  ['6 PM America/New_York', '18:00 america/new_york'],
  ['６:30 ＰＭ', '18:30'],
  ['6', 'unreadable'],
  ['6-8', 'unreadable'],
  ['18-20', 'unreadable'],
  ['6pm or 7pm', 'unreadable'],
  ['6pm XYZ', 'unreadable'],
  ['6pm IST', 'unreadable'],
  ['6pm PT / 9pm ET', 'unreadable'],
  ['24:00', 'unreadable'],
  ['13pm', 'unreadable'],
  ['evening', 'unreadable'],
  ['6-8-10pm', 'unreadable'],
  ['', 'unreadable'],
])('fault 91: the time %j is %s', (text, expected) =>
  expect(show(readSpan(text, 'mdy', today))).toBe(expected),
)

test.each([
  ['December 14, 2026 → December 16, 2026', '2026-12-14 to 2026-12-16'],
  ['December 10, 2026 6:00 PM → 8:30 PM', '2026-12-10 18:00 to 20:30'],
  ['December 11, 2026 6:00 PM (PST) → 8:30 PM', '2026-12-11 18:00 to 20:30 pst'],
  ['December 14, 2026 6:00 PM → December 16, 2026 5:00 PM', '2026-12-14 18:00 to 2026-12-16 17:00'],
  ['Dec 14-16', '2026-12-14 to 2026-12-16 next'],
  ['Dec 14–16, 2026', '2026-12-14 to 2026-12-16'],
  ['Dec 14 - 16', '2026-12-14 to 2026-12-16 next'],
  ['14-16 December 2026', '2026-12-14 to 2026-12-16'],
  ['14.–16.12.2026', '2026-12-14 to 2026-12-16'],
  ['14.12.–16.12.2026', '2026-12-14 to 2026-12-16'],
  ['12/14 - 12/16/2026', '2026-12-14 to 2026-12-16'],
  ['12/14/2026-12/16/2026', '2026-12-14 to 2026-12-16'],
  ['12-14-2026 - 12-16-2026', '2026-12-14 to 2026-12-16'],
  ['2026-12-14 - 2026-12-16', '2026-12-14 to 2026-12-16'],
  ['2026-12-14/2026-12-16', '2026-12-14 to 2026-12-16'],
  ['2026-12-14 to 2026-12-16', '2026-12-14 to 2026-12-16'],
  ['Dec 30, 2026 - Jan 2, 2027', '2026-12-30 to 2027-01-02'],
  ['Dec 30 - Jan 2, 2027', '2026-12-30 to 2027-01-02'],
  ['Dec 30, 2026 - Jan 2', '2026-12-30 to 2027-01-02'],
  ['Dec 30 - Jan 2', '2026-12-30 to 2027-01-02 next'],
  ['Nov 24 - 26', '2026-11-24 to 2026-11-26 next'],
  ['Nov 24', '2027-11-24 next'],
  ['Feb 29, 6pm', '2028-02-29 18:00 next'],
  ['Mon, Dec 14 - Wed, Dec 16', '2026-12-14 to 2026-12-16 next'],
  ['Dec 14, 2026, 6-8pm', '2026-12-14 18:00 to 20:00'],
  ['Tue Dec 15, 6:00 PM – 9:00 PM', '2026-12-15 18:00 to 21:00 next'],
  ['2026-12-10 18:30-20:30', '2026-12-10 18:30 to 20:30'],
  ['2026-12-10 18:30 - 20:30', '2026-12-10 18:30 to 20:30'],
  ['12/10/2026 noon', '2026-12-10 12:00'],
  ['10. Dec. 2026, 18h30', '2026-12-10 18:30'],
  ['2026-12-10T18:00-08:00', '2026-12-10 18:00 -08:00'],
  ['2026-12-10 18:00:00-08:00', '2026-12-10 18:00 -08:00'],
  ['2026-12-10 18:00 +0100', '2026-12-10 18:00 +0100'],
  // A time eight hours behind UTC, or an hour.
  ['2026-12-10 07:00-08:00', 'unreadable'],
  ['Dec 16 - Dec 14, 2026', 'unreadable'],
  ['14 de diciembre de 2026, 18:00', '2026-12-14 18:00'],
  ['14 décembre 2026 18h30', '2026-12-14 18:30'],
  ['1. März 2027', '2027-03-01'],
  ['14 marraskuu 2026', 'unreadable'],
  ['14 jui 2026', 'unreadable'],
  ['Dec 14 - Dec 16, 2026, 5 PM', 'unreadable'],
  ['Tuesday, Dec 14, 2026', 'unreadable'],
  ['Dec 14, 2026 6', 'unreadable'],
  ['Dec 14 10-12', 'unreadable'],
  ['Dec 31-32, 2026', 'unreadable'],
  ['Dec 14 and 16, 2026', 'unreadable'],
  ['December 2026', 'unreadable'],
  ['14', 'unreadable'],
  ['14-16', 'unreadable'],
])('fault 91: the date %j is %s', (text, expected) =>
  expect(show(readSpan(text, 'mdy', today))).toBe(expected),
)

test.each([
  ['27/12/2026', '2026-12-27'],
  ['4/12 - 6/12/2026', '2026-12-04 to 2026-12-06'],
  ['4-6/12/2026', '2026-12-04 to 2026-12-06'],
  ['12/27/2026', 'unreadable'],
])('with the day first, the date %j is %s', (text, expected) =>
  expect(show(readSpan(text, 'dmy', today))).toBe(expected),
)
