import { expect, it } from 'vitest'
import { readSource } from '../read-source.ts'

function read(lines: string[], now = '2026-11-25T17:00:00Z') {
  const file = ['BEGIN:VCALENDAR', 'X-WR-TIMEZONE:America/Los_Angeles', 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:x']
  const text = [...file, ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
  return readSource(Buffer.from(text), { source: 's', now: new Date(now) }).events.map(
    ({ fields: { date, end } }) => `${date.slice(0, 16)} ${end?.slice(0, 16) ?? ''}`.trim(),
  )
}

it.each([
  ['an end', 'DTEND:20261204T200000', ['2026-12-04T17:00 2026-12-04T19:00']],
  [
    'an excluded date',
    'RRULE:FREQ=DAILY;COUNT=3\r\nEXDATE:20261205T180000',
    ['2026-12-04T17:00', '2026-12-06T17:00'],
  ],
  ['another date', 'RDATE:20261209T180000', ['2026-12-04T17:00', '2026-12-09T17:00']],
  [
    'a period',
    'RDATE;VALUE=PERIOD:20261209T180000/20261209T190000',
    ['2026-12-04T17:00', '2026-12-09T17:00 2026-12-09T18:00'],
  ],
  ['the last date', 'RRULE:FREQ=DAILY;UNTIL=20261205T180000', ['2026-12-04T17:00', '2026-12-05T17:00']],
])('reads %s without a zone in the zone of the start', (_, line, expected) => {
  expect(read(['DTSTART;TZID=Europe/Berlin:20261204T180000', ...line.split('\r\n')])).toEqual(expected)
  const inUtc = line
    .replaceAll('T180000', 'T170000')
    .replaceAll('T190000', 'T180000')
    .replace('T200000', 'T190000')
  expect(read(['DTSTART:20261204T170000Z', ...inUtc.split('\r\n')])).toEqual(expected)
})

it.each([
  ['of a rule', ['RRULE:FREQ=WEEKLY;COUNT=2']],
  ['of a list', ['RDATE;VALUE=DATE:20261201']],
])('reads a date %s that has begun and goes on, as that of a single event', (_, lines) => {
  expect(
    read(['DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261128', ...lines], '2026-11-27T20:00:00Z'),
  ).toEqual(['2026-11-24T08:00 2026-11-27T08:00', '2026-12-01T08:00 2026-12-04T08:00'])
})

it.each([
  ['P1D', '2026-10-31T19:00 2026-11-01T20:00'],
  ['P1W', '2026-10-31T19:00 2026-11-07T20:00'],
  ['P1DT2H', '2026-10-31T19:00 2026-11-01T22:00'],
  ['PT24H', '2026-10-31T19:00 2026-11-01T19:00'],
])('a day of the duration %s may have 25 hours', (duration, expected) => {
  const start = 'DTSTART;TZID=America/Los_Angeles:20261031T120000'
  expect(read([start, `DURATION:${duration}`], '2026-10-25T17:00:00Z')).toEqual([expected])
})

it.each([
  ['DTSTART;TZID=Europe/Berlin:20261204T180000Z', '2026-12-04T17:00'],
  ['DTSTART;TZID=Mars/Base:20261204T180000Z', '2026-12-04T18:00'],
  [
    'DTSTART:20261204T180000\r\nDTEND;TZID=Europe/Berlin:20261204T190000',
    '2026-12-04T17:00 2026-12-04T18:00',
  ],
])('reads the zone of %s', (lines, expected) => {
  expect(read(lines.split('\r\n'))).toEqual([expected])
})

it('excludes and moves a date of a series whose local time has another zone', () => {
  const moved = [
    'END:VEVENT\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:moved',
    'RECURRENCE-ID;TZID=Europe/Lisbon:20261206T200000',
    'DTSTART;TZID=Europe/Lisbon:20261209T200000',
  ]
  const series = ['DTSTART;TZID=Europe/Madrid:20261204T200000', 'RRULE:FREQ=DAILY;COUNT=3']
  expect(read([...series, 'EXDATE;TZID=Europe/Lisbon:20261205T200000', ...moved])).toEqual([
    '2026-12-04T19:00',
    '2026-12-09T20:00',
  ])
  expect(read([...series, 'EXDATE;TZID=Europe/Lisbon:20261205T190000'])).toHaveLength(2)
})

it.each([
  [3, []],
  [2, ['2026-12-09T17:00']],
])('a date that was excluded by revision %i and changed by revision 2', (sequence, changed) => {
  const series = [`SEQUENCE:${sequence}`, 'DTSTART:20261204T170000Z', 'RRULE:FREQ=DAILY;COUNT=2']
  const change = ['SUMMARY:moved', 'SEQUENCE:2', 'RECURRENCE-ID:20261205T170000Z', 'DTSTART:20261209T170000Z']
  expect(
    read([...series, 'EXDATE:20261205T170000Z', 'END:VEVENT', 'BEGIN:VEVENT', 'UID:1', ...change]),
  ).toEqual(['2026-12-04T17:00', ...changed])
})

it('leaves out an event whose only date is excluded', () => {
  expect(read(['DTSTART:20261204T170000Z', 'EXDATE:20261204T170000Z'])).toEqual([])
  expect(read(['DTSTART:20261204T170000Z', 'EXDATE:20261205T170000Z'])).toHaveLength(1)
})

it('reads a title whose VALUE is not a type', () => {
  const title = 'SUMMARY;VALUE="Ferry^nBuilding":Ferry\\nBuilding\\, pier 1'
  const file = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1', 'DTSTART:20261204T170000Z', title]
  const bytes = Buffer.from([...file, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n'))
  const { events } = readSource(bytes, { source: 's', now: new Date('2026-11-25') })
  expect(events[0]?.fields.title).toBe('Ferry Building, pier 1')
})

it('reads a rule with backslashes', () => {
  expect(read(['DTSTART:20261204T170000Z', 'RRULE:FREQ=DAILY\\;COUNT=3'])).toHaveLength(3)
})

it('COUNT=-1 means no limit', () => {
  expect(read(['DTSTART:20261204T170000Z', 'RRULE:FREQ=DAILY;COUNT=-1;UNTIL=20261206T170000Z'])).toHaveLength(
    3,
  )
})
