import { describe, expect, it } from 'vitest'
import type { Found } from '#domain/import/found.ts'
import { decodeEntities } from '../clean-text.ts'
import { readSource } from '../read-source.ts'

const head = ['BEGIN:VCALENDAR', 'VERSION:2.0']
const start = 'DTSTART:20261204T180000Z'
const oneHour = [start, 'DTEND:20261204T190000Z']
const wholeDays = ['DTSTART;VALUE=DATE:20261207', 'DTEND;VALUE=DATE:20261208']
const daily = 'RRULE:FREQ=DAILY;COUNT=3'
const berlin = 'TZID=W. Europe Standard Time'

const named = (lines: string[]) =>
  lines.some((line) => line.startsWith('SUMMARY')) ? lines : ['SUMMARY:x', ...lines]

/** What an import finds in a calendar with the given lines of each event. */
function read(events: string[][], frame: string[] = [], now = '2026-11-25T17:00:00Z'): Found {
  const entries = events.flatMap((lines) => ['BEGIN:VEVENT', 'UID:a', ...named(lines), 'END:VEVENT'])
  const text = [...head, ...frame, ...entries, 'END:VCALENDAR', ''].join('\r\n')
  return readSource(Buffer.from(text), { source: 's', now: new Date(now) })
}

/** Such as `2026-12-04T18:00/19:00`, and for whole days the first and the last one: `2026-12-07/08`. */
function times({ events }: Found): string[] {
  return events.map(({ fields: { date, end = '', allDay, status } }) => {
    const shown = (text: string) => text.slice(0, allDay ? 10 : 16)
    const same = end.slice(0, allDay ? 8 : 11)
    const until = date.startsWith(same) ? shown(end).slice(same.length) : shown(end)
    return `${shown(date)}${end && `/${until}`}${status === 'scheduled' ? '' : ` ${status}`}`
  })
}

const title = (text: string) => read([[`SUMMARY:${text}`, start]]).events[0]?.fields.title

describe('an empty property', () => {
  it.each([
    'RRULE:',
    'RRULE: ',
    'rrule:',
    'RRULE;X-A=B:',
    'RRULE:;',
    'RRULE:\r\n ',
    'EXRULE:',
    'RDATE:',
    'RDATE;VALUE=PERIOD:',
    'EXDATE:',
    'EXDATE;TZID="(UTC) a:b":',
    'RECURRENCE-ID:',
    'DURATION:',
    'STATUS:',
    'SEQUENCE:',
    'CLASS:',
    'GEO:',
    'URL:',
    'LOCATION:',
    'DESCRIPTION:',
    'CATEGORIES:',
    'ORGANIZER:',
    'ORGANIZER;CN=:mailto:a@example.org',
    'ORGANIZER;CN="":mailto:a@example.org',
    'ATTACH:',
    'LAST-MODIFIED:',
    'DTSTAMP:',
    'X-COST:',
  ])('counts as absent: %j', (line) => {
    const found = read([[...oneHour, line]])
    expect([times(found), found.problems, found.events[0]?.uid]).toEqual([
      ['2026-12-04T18:00/19:00'],
      [],
      'a',
    ])
  })

  it.each([
    ['DTEND:', ['2026-12-04T18:00']],
    ['DTEND;VALUE=DATE:', ['2026-12-04T18:00']],
    ['RRULE:FREQ=DAILY;UNTIL=;COUNT=2;BYDAY=', ['2026-12-04T18:00', '2026-12-05T18:00']],
    ['RRULE:FREQ=DAILY;INTERVAL=;COUNT=2;', ['2026-12-04T18:00', '2026-12-05T18:00']],
  ])('or an empty part counts as absent: %s', (line, expected) => {
    const found = read([[start, line]])
    expect([times(found), found.problems]).toEqual([expected, []])
  })

  it.each([
    'DTSTART;TZID=:20261204T180000',
    'DTSTART;TZID="";VALUE=:20261204T180000',
    'DTSTART;:20261204T180000',
  ])('or an empty parameter counts as absent: %s', (line) =>
    expect(times(read([[line]]))).toEqual(['2026-12-05T02:00']),
  )
})

describe('a day and a time', () => {
  const rest = ['2026-12-07', '2026-12-09']
  const exchange = [
    'BEGIN:VTIMEZONE',
    'TZID:W. Europe Standard Time',
    'BEGIN:STANDARD',
    'DTSTART:16010101T030000',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0100',
    'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:16010101T020000',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ]

  it.each([
    [`EXDATE;${berlin}:20261208T000000`],
    [`EXDATE;${berlin}:20261208T093000`],
    ['EXDATE:20261208T000000'],
    ['EXDATE:20261208T000000Z'],
    ['EXDATE:20261208T080000Z'],
    ['EXDATE;VALUE=DATE:20261208T000000'],
    ['EXDATE;VALUE=DATE:20261208'],
    ['EXDATE:20261208'],
    [`EXDATE;${berlin}:20261220T000000,20261208T000000`],
  ])('are compared as days for an excluded day of whole days: %s', (line) => {
    for (const frame of [[], exchange])
      expect(times(read([[...wholeDays, daily, line]], frame))).toEqual(rest)
  })

  it('in UTC is a day of the zone of the calendar', () => {
    const found = read([[...wholeDays, daily, 'EXDATE:20261207T230000Z']], ['X-WR-TIMEZONE:Europe/Berlin'])
    expect(times(found)).toEqual(rest)
  })

  it.each(['EXDATE;VALUE=DATE:20261205', 'EXDATE:20261205', 'EXDATE;VALUE=DATE:20261205T000000'])(
    'are compared as days for an excluded day of timed dates: %s',
    (line) => expect(times(read([[start, daily, line]]))).toEqual(['2026-12-04T18:00', '2026-12-06T18:00']),
  )

  it.each([
    `RECURRENCE-ID;${berlin}:20261208T000000`,
    'RECURRENCE-ID:20261208T000000Z',
    'RECURRENCE-ID:20261208T000000',
    'RECURRENCE-ID;VALUE=DATE:20261208',
  ])('are compared as days for a moved and for a cancelled day: %s', (line) => {
    const moved = read(
      [
        [...wholeDays, daily],
        [line, 'DTSTART;VALUE=DATE:20261220'],
      ],
      exchange,
    )
    expect(times(moved)).toEqual([...rest, '2026-12-20'])
    expect(moved.events[2]?.uid).toBe('a 2026-12-08')
    const cancelled = read([
      [...wholeDays, daily],
      [line, 'DTSTART;VALUE=DATE:20261208', 'STATUS:CANCELLED'],
    ])
    expect(times(cancelled)).toEqual(['2026-12-07', '2026-12-08 cancelled', '2026-12-09'])
  })

  it('are compared as days for a moved day of timed dates', () => {
    const found = read([
      [start, daily],
      ['RECURRENCE-ID;VALUE=DATE:20261205', 'DTSTART:20261220T200000Z'],
    ])
    expect(times(found)).toEqual(['2026-12-04T18:00', '2026-12-06T18:00', '2026-12-20T20:00'])
    expect(found.events[2]?.uid).toBe('a 2026-12-05T18:00:00.000Z')
  })

  it('are the same date of a series, however it is added', () => {
    expect(times(read([[...wholeDays, daily, `RDATE;${berlin}:20261208T000000,20261214T000000`]]))).toEqual([
      '2026-12-07',
      '2026-12-08',
      '2026-12-09',
      '2026-12-14',
    ])
    expect(times(read([[start, 'RDATE;VALUE=DATE:20261204,20261207']]))).toEqual([
      '2026-12-04T18:00',
      '2026-12-07T18:00',
    ])
  })

  it.each([
    [['DTSTART;VALUE=DATE:20261208T120000', 'DTEND;VALUE=DATE:20261208T140000'], '2026-12-08T20:00/22:00'],
    [['DTSTART;VALUE=DATE:20261209T200000Z'], '2026-12-09T20:00'],
    [
      [
        'DTSTART;TZID=Europe/Berlin;VALUE=DATE:20261208T200000',
        'DTEND;TZID=Europe/Berlin;VALUE=DATE:20261208T220000',
      ],
      '2026-12-08T19:00/21:00',
    ],
    [['DTSTART;VALUE=DATE:20261208T000000', 'DTEND;VALUE=DATE:20261208T020000'], '2026-12-08T08:00/10:00'],
    [['DTSTART;VALUE=DATE:20261208T000000', 'DTEND;VALUE=DATE:20261210T000000'], '2026-12-08/09'],
    [['DTSTART;VALUE=DATE:20261208T000000'], '2026-12-08'],
    [['DTSTART;VALUE=DATE-TIME:20261208'], '2026-12-08'],
    [['DTSTART;VALUE=DATE:20261213', 'DTEND;TZID=America/Los_Angeles:20261215T170000'], '2026-12-13/15'],
    [['DTSTART;VALUE=DATE:20261213', 'DTEND:20261216T010000Z'], '2026-12-13/15'],
    [['DTSTART;VALUE=DATE:20261213', 'DTEND:20261216T000000Z'], '2026-12-13/15'],
    [['DTSTART;VALUE=DATE:20261213', 'DTEND:20261216T000000'], '2026-12-13/15'],
    [['DTSTART;VALUE=DATE:20261213', 'DTEND:20261213T170000'], '2026-12-13'],
    [
      ['DTSTART;TZID=America/New_York:20261210T180000', 'DTEND;VALUE=DATE:20261212'],
      '2026-12-10T23:00/2026-12-12T05:00',
    ],
  ])('of one event are read as they are written: %j', (lines, expected) =>
    expect(times(read([lines]))).toEqual([expected]),
  )
})

describe('of several revisions with one UID', () => {
  const at = (time: string, ...lines: string[]) => [`DTSTART:202612${time}00Z`, ...lines]

  it.each([
    ['a moved event', [at('10T0200', 'SEQUENCE:3'), at('08T0200', 'SEQUENCE:1')], ['2026-12-10T02:00']],
    [
      'a moved event, the older one without',
      [at('08T0200'), at('10T0200', 'SEQUENCE:1')],
      ['2026-12-10T02:00'],
    ],
    [
      'a moved series',
      [at('14T1800', 'SEQUENCE:2', daily), at('14T2000', 'SEQUENCE:0', daily)],
      ['2026-12-14T18:00', '2026-12-15T18:00', '2026-12-16T18:00'],
    ],
    [
      'a series that became one event',
      [at('14T1800', daily), at('14T1800', 'SEQUENCE:1')],
      ['2026-12-14T18:00'],
    ],
    [
      'a cancelled event',
      [at('20T1800', 'SEQUENCE:0', 'STATUS:CONFIRMED'), at('21T1800', 'SEQUENCE:4', 'STATUS:CANCELLED')],
      ['2026-12-21T18:00 cancelled'],
    ],
    [
      'a cancelled series with an older changed date',
      [
        at('14T1800', daily, 'SEQUENCE:2', 'STATUS:CANCELLED'),
        ['RECURRENCE-ID:20261215T180000Z', ...at('15T2000', 'SEQUENCE:1')],
      ],
      ['2026-12-14T18:00 cancelled', '2026-12-15T20:00 cancelled', '2026-12-16T18:00 cancelled'],
    ],
    [
      'a changed date, written in two zones',
      [
        at('14T1800', daily),
        ['RECURRENCE-ID:20261215T180000Z', ...at('15T2000', 'SEQUENCE:2')],
        ['RECURRENCE-ID;TZID=Europe/Berlin:20261215T190000', ...at('15T2200', 'SEQUENCE:1')],
      ],
      ['2026-12-14T18:00', '2026-12-15T20:00', '2026-12-16T18:00'],
    ],
    [
      'a changed date older than its series',
      [
        at('14T1800', daily, 'SEQUENCE:5'),
        ['RECURRENCE-ID:20261215T180000Z', ...at('15T2000', 'SEQUENCE:1')],
      ],
      ['2026-12-14T18:00', '2026-12-15T20:00', '2026-12-16T18:00'],
    ],
    [
      'equal ones: several events',
      [at('14T1800', 'SEQUENCE:1'), at('15T1800', 'SEQUENCE:1')],
      ['2026-12-14T18:00', '2026-12-15T18:00'],
    ],
    [
      'the same start: LAST-MODIFIED decides',
      [
        at('14T1800', 'LAST-MODIFIED:20261120T000000Z', 'DTSTAMP:20261101T000000Z', 'STATUS:CANCELLED'),
        at('14T1800', 'LAST-MODIFIED:20261110T000000Z', 'DTSTAMP:20261102T000000Z'),
      ],
      ['2026-12-14T18:00 cancelled'],
    ],
    [
      'the same start: DTSTAMP decides',
      [
        at('14T1800', 'DTSTAMP:20261120T000000Z', 'STATUS:CANCELLED'),
        at('14T1800', 'DTSTAMP:20261110T000000Z'),
      ],
      ['2026-12-14T18:00 cancelled'],
    ],
    [
      'the same start and no other sign: the last one',
      [at('14T1800', 'DTSTAMP:never'), at('14T1800', 'STATUS:CANCELLED')],
      ['2026-12-14T18:00 cancelled'],
    ],
  ])('the newest is read: %s', (_, events, expected) => {
    const found = read(events)
    expect([times(found), found.problems]).toEqual([expected, []])
  })

  it('an older one with another title is reported, and so is a date that only an older series has', () => {
    const found = read([
      at('14T1800', daily, 'SEQUENCE:2', 'SUMMARY:new'),
      at('14T2000', daily, 'SEQUENCE:1', 'SUMMARY:old'),
      ['RECURRENCE-ID:20261215T200000Z', 'SUMMARY:change', ...at('15T2100', 'SEQUENCE:1')],
    ])
    expect(times(found)).toEqual(['2026-12-14T18:00', '2026-12-15T18:00', '2026-12-16T18:00'])
    expect(found.problems).toHaveLength(2)
  })
})

describe('a rule', () => {
  const leap = ['DTSTART;VALUE=DATE:20240229']
  const near = '2027-02-20T12:00:00Z'

  it.each([
    [leap, 'FREQ=YEARLY', '2027-02-20', []],
    [leap, 'FREQ=YEARLY;COUNT=10', '2027-02-20', []],
    [leap, 'FREQ=YEARLY', '2028-02-20', ['2028-02-29']],
    [leap, 'FREQ=YEARLY;COUNT=2', '2028-02-20', ['2028-02-29']],
    [leap, 'FREQ=YEARLY;COUNT=2', '2032-02-20', []],
    [leap, 'FREQ=YEARLY;BYMONTH=2', '2027-02-20', []],
    [leap, 'FREQ=MONTHLY;INTERVAL=12', '2027-02-20', []],
    [leap, 'FREQ=YEARLY;BYYEARDAY=366', '2026-12-20', []],
    [['DTSTART:20240229T180000Z'], 'FREQ=YEARLY', '2027-02-20', []],
    [
      ['DTSTART;VALUE=DATE:20260131'],
      'FREQ=MONTHLY',
      '2027-01-20',
      ['2027-01-31', '2027-03-31', '2027-05-31'],
    ],
    [['DTSTART;VALUE=DATE:20260131'], 'FREQ=MONTHLY;COUNT=8', '2027-01-20', ['2027-01-31']],
    [
      ['DTSTART;VALUE=DATE:20260131'],
      'FREQ=YEARLY;BYMONTH=1,2,3',
      '2027-01-20',
      ['2027-01-31', '2027-03-31'],
    ],
    [['DTSTART;VALUE=DATE:20260130'], 'FREQ=MONTHLY;BYDAY=5SA', '2027-01-20', ['2027-01-30', '2027-05-29']],
    [
      ['DTSTART;VALUE=DATE:20260131'],
      'FREQ=MONTHLY;BYMONTHDAY=-1',
      '2027-01-20',
      ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30'],
    ],
    [['DTSTART;VALUE=DATE:20260101'], 'FREQ=YEARLY;BYWEEKNO=5;BYDAY=MO', '2027-01-20', ['2027-02-01']],
    [
      ['DTSTART;VALUE=DATE:20260101'],
      'FREQ=YEARLY;BYMONTHDAY=31',
      '2027-01-20',
      ['2027-01-31', '2027-03-31', '2027-05-31'],
    ],
    [
      ['DTSTART;VALUE=DATE:20260105'],
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      '2027-01-20',
      ['2027-01-29', '2027-02-26', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30'],
    ],
    [['DTSTART;VALUE=DATE:20260105'], 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', '2027-01-20', []],
  ])('leaves out dates that do not exist: %j %s from %s', (lines, rule, now, expected) => {
    const found = read([[...lines, `RRULE:${rule}`]], [], `${now}T12:00:00Z`)
    expect(times(found)).toEqual(expected)
  })

  it('reads the clock change as RFC 5545 says', () => {
    const found = read([['DTSTART;TZID=America/Los_Angeles:20270313T023000', daily]], [], near)
    expect(times(found)).toEqual(['2027-03-13T10:30', '2027-03-14T10:30', '2027-03-15T09:30'])
  })

  it('also has its start, if that is outside', () => {
    const zone = 'DTSTART;TZID=America/Los_Angeles:20261208T190000'
    expect(times(read([[zone, 'RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=3']]))).toEqual([
      '2026-12-09T03:00',
      '2026-12-11T03:00',
      '2026-12-18T03:00',
      '2026-12-25T03:00',
    ])
    expect(times(read([[zone, 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=1']]))).toEqual(['2026-12-09T03:00'])
    expect(times(read([[zone, 'RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=1', 'EXDATE;VALUE=DATE:20261208']]))).toEqual(
      ['2026-12-11T03:00'],
    )
  })

  it.each([
    [
      ['DTSTART:20261204T180000Z', 'RRULE:FREQ=WEEKLY;COUNT=6', 'EXRULE:FREQ=MONTHLY;BYDAY=1FR'],
      ['2026-12-11T18:00', '2026-12-18T18:00', '2026-12-25T18:00', '2027-01-08T18:00'],
    ],
    [[...wholeDays, daily, 'EXRULE:FREQ=DAILY;INTERVAL=2;COUNT=2'], ['2026-12-08']],
    [
      [start, 'RDATE:20261205T180000Z,20261206T180000Z', 'EXRULE:FREQ=DAILY;UNTIL=20261205T235959Z'],
      ['2026-12-06T18:00'],
    ],
  ])('of exceptions (EXRULE) is applied: %j', (lines, expected) => {
    const found = read([lines])
    expect([times(found), found.problems]).toEqual([expected, []])
  })

  it.each(['EXRULE:FREQ=SOMETIMES', 'EXRULE:FREQ=MINUTELY'])(
    'of exceptions that cannot be applied is reported: %s',
    (line) => {
      expect(read([[start, daily, line]]).problems).toHaveLength(1)
    },
  )
})

describe('a period', () => {
  const zone = 'TZID=America/Los_Angeles'
  it.each([
    ['20261214T180000/PT3H', ['2026-12-15T02:00/05:00']],
    ['20261214T180000/20261214T213000', ['2026-12-15T02:00/05:30']],
    [
      '20261214T180000/PT3H,20261215T180000/20261215T200000',
      ['2026-12-15T02:00/05:00', '2026-12-16T02:00/04:00'],
    ],
  ])('has its own length: %s', (value, expected) => {
    const lines = [`DTSTART;${zone}:20261204T100000`, `DTEND;${zone}:20261204T110000`]
    const rdate = `RDATE;${zone};VALUE=PERIOD:${value}`
    expect(times(read([[...lines, rdate]]))).toEqual(['2026-12-04T18:00/19:00', ...expected])
    expect(times(read([[rdate, ...lines]]))).toEqual(['2026-12-04T18:00/19:00', ...expected])
  })

  it('has its own length at a date of the rule, beside a changed date, and for whole days', () => {
    expect(times(read([[...oneHour, daily, 'RDATE;VALUE=PERIOD:20261205T180000Z/PT3H']]))).toEqual([
      '2026-12-04T18:00/19:00',
      '2026-12-05T18:00/21:00',
      '2026-12-06T18:00/19:00',
    ])
    const changed = ['RECURRENCE-ID:20261214T180000Z', 'DTSTART:20261214T200000Z', 'DTEND:20261214T203000Z']
    expect(
      times(read([[...oneHour, 'RDATE;VALUE=PERIOD:20261214T180000Z/PT3H,20261215T180000Z/PT2H'], changed])),
    ).toEqual(['2026-12-04T18:00/19:00', '2026-12-14T20:00/20:30', '2026-12-15T18:00/20:00'])
    for (const value of [
      '20261214/P3D',
      '20261214/20261217',
      '20261214T000000/P3D',
      '20261214T000000/20261217T000000',
    ])
      expect(times(read([[...wholeDays, `RDATE;VALUE=PERIOD:${value}`]]))).toEqual([
        '2026-12-07',
        '2026-12-14/16',
      ])
    expect(times(read([[...wholeDays, 'RDATE;VALUE=PERIOD:20261214T180000Z/PT3H']]))).toEqual([
      '2026-12-07',
      '2026-12-14T18:00/21:00',
    ])
  })
})

it.each([
  [
    [...oneHour, daily],
    [
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20261205T180000Z',
      'DTSTART:20261205T200000Z',
      'DTEND:20261205T203000Z',
    ],
    ['2026-12-04T18:00/19:00', '2026-12-05T20:00/20:30', '2026-12-06T20:00/20:30'],
  ],
  [
    [...wholeDays, daily],
    [`RECURRENCE-ID;RANGE=THISANDFUTURE;${berlin}:20261208T000000`, 'DTSTART;VALUE=DATE:20261210'],
    ['2026-12-07', '2026-12-10', '2026-12-11'],
  ],
  [
    [...oneHour, daily],
    [
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20261205T180000Z',
      ...oneHour.map((line) => line.replace('04T', '05T')),
      'STATUS:CANCELLED',
    ],
    ['2026-12-04T18:00/19:00', '2026-12-05T18:00/19:00 cancelled', '2026-12-06T18:00/19:00 cancelled'],
  ],
])('applies a change of a date to all later ones (RANGE=THISANDFUTURE): %#', (series, change, expected) =>
  expect(times(read([series, change]))).toEqual(expected),
)

describe('a zone that the file defines', () => {
  const define = (name: string) =>
    [
      'BEGIN:VTIMEZONE',
      `TZID:${name}`,
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0530',
    ].concat(['TZOFFSETTO:+0530', 'END:STANDARD', 'END:VTIMEZONE'])
  const one = (name: string) => [[`DTSTART;TZID="${name}":20261204T183000`]]

  it.each(['House', 'EST', 'GMT+2', 'Pacific Standard Time', '(UTC+01:00) Brussels'])('counts: %s', (name) =>
    expect(times(read(one(name), define(name)))).toEqual(['2026-12-04T13:00']),
  )

  it('does not count for a name of the time zone database, which such files often define wrongly', () => {
    expect(times(read(one('America/New_York'), define('America/New_York')))).toEqual(['2026-12-04T23:30'])
  })
})

describe('entities', () => {
  it.each([
    ['Founders &amp; Friends &#8211; Demo Day', 'Founders & Friends – Demo Day'],
    ['Caf&eacute; &ndash; S&atilde;o&hellip; it&rsquo;s&apos;', "Café – São… it’s'"],
    ['&#38; &#x26; &#X26; &#150;', '& & & –'],
    ['&amp;amp; &amp;lt;', '&amp; &lt;'],
    ['R&D of AT&T; <T> & more', 'R&D of AT&T; <T> & more'],
    ['?a=1&copy=2&amp', '?a=1&copy=2&amp'],
    ['&notit; &ampT; &unknown; &__proto__; &; &#; &#x;', '&notit; &ampT; &unknown; &__proto__; &; &#; &#x;'],
    ['The &lt;b&gt; tag &amp;amp; more', 'The <b> tag &amp; more'],
    ['Q&amp;A with &lt;script&gt; tags', 'Q&A with <script> tags'],
  ])('are decoded once: %s', (text, expected) => {
    expect(decodeEntities(text)).toBe(expected)
    expect(title(text)).toBe(expected)
  })

  it('are decoded once in a text with tags, too', () => {
    expect(title('<p>Q&amp;amp;A &ndash; ?a=1&copy=2 &lt;b&gt;</p>')).toBe('Q&amp;A – ?a=1&copy=2 <b>')
  })

  it('are decoded wherever a text is read', () => {
    const found = read(
      [
        [
          start,
          'LOCATION:Bar &amp; Grill\\nPier&nbsp;7',
          'DESCRIPTION:It&#8217;s free &amp; open\\n\\nBring a friend&hellip;',
          'ORGANIZER;CN=A &amp; B:mailto:a@example.org',
          'ORGANIZER;CN="C &quot;D&quot; &amp; E":mailto:a@example.org',
          'CATEGORIES:Pitch Event / Demo Day,R&amp\\;D',
          'X-COST:&euro;10',
          'URL:https://x.example/?a=1&amp;b=2',
        ],
      ],
      ['X-WR-CALNAME:Caf&eacute;'],
    )
    expect(found).toMatchObject({
      name: 'Café',
      problems: [],
      events: [
        {
          fields: {
            location: 'Bar & Grill',
            description: 'It’s free & open\n\nBring a friend…',
            organizers: 'A & B, C "D" & E',
            price: '€10',
            url: 'https://x.example/?a=1&b=2',
          },
        },
      ],
    })
    expect(found.events[0]?.notes).toContain('Unknown categories: R&D.')
  })
})

describe('a time in another form', () => {
  it.each([
    ['DTSTART:20261204t180000z', '2026-12-04T18:00'],
    ['DTSTART:20261204T180000.000Z', '2026-12-04T18:00'],
    ['DTSTART:2026-12-04T18:00:00Z', '2026-12-04T18:00'],
    ['DTSTART:20261204T1800Z', '2026-12-04T18:00'],
    ['DTSTART:20261204T180000-0800', '2026-12-05T02:00'],
    ['DTSTART;TZID=America/Los_Angeles:20261204T180000-0800', '2026-12-05T02:00'],
    ['DTSTART:20261204T233000+05:30', '2026-12-04T18:00'],
    ['DTSTART:2026-12-04', '2026-12-04'],
    ['DTSTART;TZID=Europe/Berlin:20261204T180000 ', '2026-12-04T17:00'],
  ])('is read if that is possible in one way: %s', (line, expected) => {
    const found = read([[line]])
    expect([times(found), found.problems]).toEqual([[expected], []])
  })

  it.each([
    'DTSTART:20261204T180000 PM',
    'DTSTART:20261204T180000-2500',
    'DTSTART:20261204T180000Europe/Berlin',
    'DTSTART:20261131T180000-0800',
    'DTSTART;VALUE=DATE:20261204?',
  ])('is reported otherwise: %s', (line) => {
    const found = read([[line]])
    expect([times(found), found.problems.length]).toEqual([[], 1])
  })

  it('is reported for an excluded or changed date', () => {
    const excluded = read([[start, daily, 'EXDATE:20261205T180000-9900']])
    expect([times(excluded), excluded.problems.length]).toEqual([[], 1])
    const changed = read([
      [start, daily],
      ['RECURRENCE-ID:20261131T180000Z', 'DTSTART:20261205T200000Z'],
    ])
    expect(times(changed)).toEqual(['2026-12-04T18:00', '2026-12-05T18:00', '2026-12-06T18:00'])
    expect(changed.problems).toHaveLength(1)
  })

  it.each(['DTEND:20261131T190000Z', 'DURATION:PT', 'DTEND:20261204T190000 PM'])(
    'loses only the end of an event: %s',
    (line) => {
      const found = read([[start, line]])
      expect(times(found)).toEqual(['2026-12-04T18:00'])
      expect(found.events[0]?.notes.join()).toContain('Its end was left out')
    },
  )
})

describe('the end of a rule', () => {
  const pacific = 'DTSTART;TZID=America/Los_Angeles:20261204T180000'
  const two = ['2026-12-04T18:00', '2026-12-05T18:00']
  it.each([
    [start, 'FREQ=DAILY;UNTIL=20261205t180000z', two],
    [start, 'freq=daily;until=2026-12-05', two],
    [start, 'FREQ=WEEKLY;BYDAY=fr,sa;COUNT=2', two],
    [start, 'FREQ=DAILY; COUNT = 2', two],
    [pacific, 'FREQ=DAILY;UNTIL=20261204T180000-0800', ['2026-12-05T02:00']],
    ['DTSTART;VALUE=DATE:20261207', 'FREQ=DAILY;UNTIL=20261207T230000Z', ['2026-12-07', '2026-12-08']],
  ])('is read in other forms: %s %s', (line, rule, expected) => {
    const found = read([[line, `RRULE:${rule}`]], ['X-WR-TIMEZONE:Europe/Berlin'])
    expect([times(found), found.problems]).toEqual([expected, []])
  })

  it.each([
    'UNTIL=20261131T180000Z',
    'UNTIL=20261299',
    'UNTIL=soon',
    'COUNT=0',
    'RSCALE=CHINESE',
    'SKIP=BACKWARD',
  ])('and other parts are reported if they would give other dates: %s', (part) => {
    const found = read([[start, `RRULE:FREQ=DAILY;${part}`]])
    expect([times(found), found.problems.length]).toEqual([[], 1])
  })
})

it('reads midnights as whole days if Outlook marks the event so', () => {
  const lines = [`DTSTART;${berlin}:20261207T000000`, `DTEND;${berlin}:20261209T000000`]
  expect(times(read([[...lines, 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE']]))).toEqual(['2026-12-07/08'])
  expect(times(read([[...lines, 'X-MICROSOFT-CDO-ALLDAYEVENT:FALSE']]))).toEqual([
    '2026-12-06T23:00/2026-12-08T23:00',
  ])
})

it('says that whole days end before they begin', () => {
  const found = read([['DTSTART;VALUE=DATE:20261207', 'DTEND;VALUE=DATE:20261205']])
  expect(found.events[0]?.notes).toContain('It ends before it begins: the end was left out.')
})

it('keeps the cells of a table apart', () => {
  const found = read([[start, 'DESCRIPTION:<p>x</p><table><tr><td>6 PM</td><td>8 PM</td></tr></table>']])
  expect(found.events[0]?.fields.description).toBe('x\n6 PM 8 PM')
})
