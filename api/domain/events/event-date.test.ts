import { expect, it } from 'vitest'
import { readInstant } from './event-date.ts'

it.each([
  ['2026-12-01T02:00:00Z', '2026-12-01T02:00:00.000Z'],
  ['2026-12-01T02:00:00.25Z', '2026-12-01T02:00:00.250Z'],
  ['2026-12-01T02:00:00.123456Z', '2026-12-01T02:00:00.123Z'],
  ['2026-11-30T18:00:00-08:00', '2026-12-01T02:00:00.000Z'],
  ['2026-12-01T16:00:00.999+14:00', '2026-12-01T02:00:00.999Z'],
  ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ['1900-01-02T00:00:00Z', '1900-01-02T00:00:00.000Z'],
  ['9998-12-31T23:59:59Z', '9998-12-31T23:59:59.000Z'],
])('reads %s', (text, instant) => {
  expect(readInstant(text)).toBe(instant)
})

it.each([
  ['an empty text', ''],
  ['words', 'tomorrow'],
  ['a date without a time', '2026-12-01'],
  ['no zone', '2026-12-01T02:00:00'],
  ['no seconds', '2026-12-01T02:00Z'],
  ['a zone by name', '2026-12-01T02:00:00 PST'],
  ['30 February', '2026-02-30T10:00:00Z'],
  ['29 February of a year without one', '2027-02-29T10:00:00Z'],
  ['31 April', '2026-04-31T10:00:00Z'],
  ['a 13th month', '2026-13-01T10:00:00Z'],
  ['24 hours', '2026-12-01T24:00:00Z'],
  ['a leap second', '2026-12-31T23:59:60Z'],
  ['a year before 1900', '0226-06-01T10:00:00Z'],
  ['before the first supported day', '1900-01-01T23:59:59Z'],
  ['after the last supported day', '9998-12-31T23:30:00-01:00'],
  ['a year of five digits', '+010000-01-01T00:00:00Z'],
  ['an offset that no zone has', '2026-12-01T02:00:00-16:00'],
  ['U+0000', '2026-12-01T02:00:00Z\u0000'],
])('refuses %s', (_what, text) => {
  expect(readInstant(text)).toBeUndefined()
})
