import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Found, importLimits, type ReadSettings } from '#domain/import/found.ts'
import { readEventDocument } from '../events/event-document.ts'
import { createCollector } from './found-events.ts'
import { ImportError } from './import-error.ts'
import { readSource } from './read-source.ts'

const now = new Date('2026-11-23T17:00:00Z')

function read(text: string | Uint8Array, settings: ReadSettings = {}): Found {
  return readSource(typeof text === 'string' ? Buffer.from(text) : text, {
    source: 'import.test',
    now,
    ...settings,
  })
}

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')

/** A calendar file with the given lines of each event. */
function calendar(...events: string[][]): string {
  const entries = events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...entries, 'END:VCALENDAR', ''].join('\r\n')
}

const dates = ({ events }: Found) => events.map(({ fields }) => fields.date)

describe('a calendar', () => {
  it('from Luma is read', () => {
    const { name, events } = read(fixture('luma.ics'))
    expect(name).toBe('Founders in SF')
    expect(events[0]).toMatchObject({
      uid: 'evt-aB3dE6gH9jK2mN5@events.lu.ma',
      zone: 'UTC',
      zoneFrom: 'event',
      notes: [],
      fields: {
        title: 'Agents & Espresso: Demo Night',
        date: '2026-12-04T02:30:00.000Z',
        end: '2026-12-04T05:00:00.000Z',
        status: 'scheduled',
        organizers: 'Mina Okafor',
        location: 'Frontier Tower, 995 Market St, San Francisco, CA 94103, USA',
        address: '995 Market St, San Francisco, CA 94103, USA',
        url: 'https://luma.com/agents-espresso',
      },
    })
    expect(events[1]?.fields).not.toHaveProperty('location')
    expect(events[1]?.fields.url).toBe('https://luma.com/fintech-dinner-dec')
    expect(events[1]?.notes).toEqual(['The source marks it as tentative.', 'It has no location.'])
  })

  it('from Meetup is read', () => {
    const { events } = read(fixture('meetup.ics'))
    expect(events.map(({ fields }) => fields)).toMatchObject([
      {
        title: 'Types after Work',
        date: '2026-12-10T02:30:00.000Z',
        location: 'SHACK15 (1 Ferry Building, Suite 201, San Francisco, CA)',
        address: '1 Ferry Building, Suite 201, San Francisco, CA',
        url: 'https://www.meetup.com/sf-typescript/events/305512345/',
        organizers: 'Events - SF TypeScript',
      },
      { title: 'Compiler Reading Group', status: 'cancelled' },
    ])
  })

  it('from Google is read, with a series, its changed and cancelled dates, and whole days', () => {
    const { events } = read(fixture('google.ics'))
    expect(events.map(({ uid, fields: { title, date } }) => [uid, title, date])).toEqual([
      ['4h7k2m9p@google.com 2026-12-03T16:00:00.000Z', 'Breakfast', '2026-12-03T16:00:00.000Z'],
      ['4h7k2m9p@google.com 2026-12-10T16:00:00.000Z', 'Late breakfast', '2026-12-10T17:00:00.000Z'],
      ['9a8b7c6d@google.com', 'Hackathon weekend', '2026-12-12T08:00:00.000Z'],
      ['4h7k2m9p@google.com 2026-12-17T16:00:00.000Z', 'Breakfast', '2026-12-17T16:00:00.000Z'],
    ])
    expect(events[0]?.fields.description).toBe('Bring a mug.\nCoffee\nBagels\n\ndetails')
    expect(events[0]?.fields.series).toBe(events[1]?.fields.series)
    expect(events[2]?.fields).toMatchObject({
      allDay: true,
      end: '2026-12-13T08:00:00.000Z',
      topics: ['Hardware', 'AI'],
    })
  })

  it.each([
    [
      'recur_instances',
      '2012-10-01',
      ['10-02T22', '11-06T18', '11-07T04', '11-10T18', '11-30T18', '01-01T18', '03-05T18'],
    ],
    ['google_birthday', '2012-12-01', ['12-10T08', '12-10T08']],
    ['multiple_rrules', '2012-07-14', ['07-15T18', '07-16T18', '07-22T18', '07-23T18', '07-29T18']],
    ['timezone_from_file', '2023-03-01', ['03-06T21']],
    ['blank_line_mid', '2023-03-01', []],
  ])('from the samples of ical.js is read: %s', (name, day, expected) => {
    const found = readSource(Buffer.from(fixture(`ical.js/${name}.ics`)), { source: 's', now: new Date(day) })
    expect(found.problems).toEqual([])
    expect(dates(found).map((date) => date.slice(5, 13))).toEqual(expected)
  })

  it('uses the zone of the source, of the calendar, or Pacific for times without one, and says which', () => {
    const floating = calendar(['UID:a', 'SUMMARY:x', 'DTSTART:20261204T183000'])
    expect(read(floating).events[0]).toMatchObject({
      zone: 'America/Los_Angeles',
      zoneFrom: 'default',
      fields: { date: '2026-12-05T02:30:00.000Z' },
    })
    const zoned = floating.replace('VERSION:2.0', 'VERSION:2.0\r\nX-WR-TIMEZONE:America/New_York')
    expect(read(zoned).events[0]).toMatchObject({
      zoneFrom: 'calendar',
      fields: { date: '2026-12-04T23:30:00.000Z' },
    })
    expect(read(zoned, { zone: 'Europe/Paris' }).events[0]).toMatchObject({
      zoneFrom: 'source',
      fields: { date: '2026-12-04T17:30:00.000Z' },
    })
    expect(() => read(floating, { zone: 'Mars/Base' })).toThrow('There is no time zone “Mars/Base”')
  })

  it.each([
    ['Pacific Standard Time', '2026-12-05T02:30:00.000Z', []],
    ['/citadel.org/20190914_1/America/New_York', '2026-12-04T23:30:00.000Z', []],
    ['/freeassociation.sourceforge.net/Europe/Berlin', '2026-12-04T17:30:00.000Z', []],
    ['(UTC-05:00) Eastern Time (US & Canada)', '2026-12-04T23:30:00.000Z', []],
    ['UTC-08', '2026-12-05T02:30:00.000Z', []],
    ['(GMT +01:00)', '2026-12-04T17:30:00.000Z', []],
    [
      'Mars/Base',
      '2026-12-05T02:30:00.000Z',
      ['Unknown time zone “Mars/Base”: its times were read as America/Los_Angeles.'],
    ],
  ])('resolves the zone %s', (zone, date, notes) => {
    const found = read(calendar(['UID:a', 'SUMMARY:x', `DTSTART;TZID="${zone}":20261204T183000`]))
    expect(dates(found)).toEqual([date])
    expect(found.notes).toEqual(notes)
  })

  it('uses a zone that only the file defines', () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:House', 'BEGIN:STANDARD', 'DTSTART:19700101T000000']
    const rest = ['TZOFFSETFROM:+0530', 'TZOFFSETTO:+0530', 'END:STANDARD', 'END:VTIMEZONE']
    const text = calendar(['UID:a', 'SUMMARY:x', 'DTSTART;TZID=House:20261204T183000'])
    const found = read(text.replace('VERSION:2.0', ['VERSION:2.0', ...zone, ...rest].join('\r\n')))
    expect(dates(found)).toEqual(['2026-12-04T13:00:00.000Z'])
  })

  it('keeps the local time across clock changes, and moves times that the clock skips', () => {
    const spring = calendar([
      'UID:a',
      'SUMMARY:x',
      'DTSTART;TZID=America/Los_Angeles:20270307T023000',
      'RRULE:FREQ=WEEKLY;COUNT=3',
    ])
    const found = read(spring)
    expect(dates(found)).toEqual([
      '2027-03-07T10:30:00.000Z',
      '2027-03-14T10:30:00.000Z',
      '2027-03-21T09:30:00.000Z',
    ])
    expect(found.events[1]?.notes[0]).toMatch(/^The clock skips this time/)
    const twice = { now: new Date('2026-10-20T00:00:00Z'), source: 's' }
    const autumn = calendar(['UID:a', 'SUMMARY:x', 'DTSTART;TZID=America/Los_Angeles:20261101T013000'])
    expect(dates(readSource(Buffer.from(autumn), twice))).toEqual(['2026-11-01T08:30:00.000Z'])
  })

  it('supports RDATE, and UNTIL in another zone, and leaves out events that are over or far away', () => {
    const found = read(
      calendar(
        [
          'UID:a',
          'SUMMARY:x',
          'DTSTART;TZID=America/New_York:20261201T200000',
          'RRULE:FREQ=DAILY;UNTIL=20261203T010000Z',
          'RDATE;TZID=America/New_York:20261224T200000',
        ],
        ['UID:b', 'SUMMARY:over', 'DTSTART:20250101T000000Z'],
        ['UID:c', 'SUMMARY:far', 'DTSTART:20290101T000000Z'],
        ['UID:d', 'SUMMARY:farthest', 'DTSTART;VALUE=DATE:99991231'],
      ),
    )
    expect(dates(found)).toEqual([
      '2026-12-02T01:00:00.000Z',
      '2026-12-03T01:00:00.000Z',
      '2026-12-25T01:00:00.000Z',
    ])
    expect(found.notes).toEqual([
      'One event is already over: left out.',
      '2 events are more than 180 days away: left out.',
    ])
  })

  it.each(['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=MONTHLY;BYDAY=6MO'])(
    'reports a rule that has no date: %s',
    (rule) => {
      const found = read(calendar(['UID:a', 'SUMMARY:x', 'DTSTART:20260201T200000Z', `RRULE:${rule}`]))
      expect(found.problems).toEqual(['“x” repeats on no day until 2027-05-22'])
    },
  )

  it('leaves out an RDATE that cannot be read, but not its event', () => {
    const start = 'DTSTART:20261204T183000Z'
    const found = read(
      calendar(
        ['UID:a', 'SUMMARY:one', start, 'RDATE:someday'],
        ['UID:b', 'SUMMARY:two', start, 'RDATE;VALUE=PERIOD:20261205T183000Z/PT1H,someday'],
      ),
    )
    expect(found.events.map(({ uid, fields }) => [uid, fields.date])).toEqual([
      ['a 2026-12-04T18:30:00.000Z', '2026-12-04T18:30:00.000Z'],
      ['b 2026-12-04T18:30:00.000Z', '2026-12-04T18:30:00.000Z'],
    ])
    expect(found.problems).toEqual([
      '“two” has a line that cannot be read and is left out: RDATE;VALUE=PERIOD:20261205T183000Z/PT1H,someday',
      expect.stringMatching(/^“one” has an RDATE that is left out: RDATE is not a valid date/),
    ])
    expect(found.leftOut).toEqual(['b', 'a'])
  })

  it('lists the UIDs of events that are outside the horizon or cannot be read, but not of dates that are gone', () => {
    const found = read(
      calendar(
        ['UID:read', 'SUMMARY:x', 'DTSTART:20261204T183000Z'],
        ['UID:over', 'SUMMARY:x', 'DTSTART:20250101T000000Z'],
        ['UID:far', 'SUMMARY:x', 'DTSTART:20290101T000000Z'],
        ['UID:no date', 'SUMMARY:x', 'DTSTART:20270231T093000'],
        ['UID;X-A=B:no', '  rule', 'SUMMARY:x', 'DTSTART:20261204T183000Z', 'RRULE:FREQ=FOO'],
        ['UID:no title', 'DTSTART:20261204T183000Z'],
        ['SUMMARY:no UID', 'DTSTART:tomorrow'],
        [
          'UID:series',
          'SUMMARY:x',
          'DTSTART:20261201T183000Z',
          'RRULE:FREQ=DAILY;COUNT=2',
          'EXDATE:20261202',
        ],
        ['UID:moved', 'SUMMARY:x', 'DTSTART:20261201T183000Z', 'RRULE:FREQ=DAILY;COUNT=2'],
        ['UID:moved', 'SUMMARY:x', 'RECURRENCE-ID:20261202T183000Z', 'DTSTART:20290101T000000Z'],
        ['UID:endless', 'SUMMARY:x', 'DTSTART:19700101T183000Z', 'RRULE:FREQ=HOURLY'],
      ),
    )
    expect(found.leftOut.toSorted()).toEqual([
      'endless',
      'far',
      'moved 2026-12-02T18:30:00.000Z',
      'no UID',
      'no date',
      'no rule',
      'no title',
      'over',
    ])
    const table = 'id,title,date,url\na,x,2030-01-01,\n,y,someday,https://x.example/y\n,z,someday,\n'
    expect(read(table).leftOut).toEqual(['a', 'https://x.example/y', 'z'])
    const page = [
      '<script type="application/ld+json">',
      JSON.stringify([
        { '@type': 'Event', '@id': '#a', name: 'x', startDate: '2026-12-04' },
        { '@type': 'Event', '@id': '#b', name: 'x', startDate: 'someday' },
        { '@type': 'Event', url: 'https://x.example/c', name: 'x' },
      ]),
      '</script><script type="application/ld+json">',
      '{"@type": "Event", "url": "https:\\/\\/x.example/d", "startDate": oops}</script>',
    ]
    expect(read(`<!doctype html>${page.join('')}`).leftOut.toSorted()).toEqual([
      '#b',
      'https://x.example/c',
      'https://x.example/d',
    ])
  })

  it('takes the newest event of a UID and start, and creates no duplicates', () => {
    const found = read(
      calendar(
        ['UID:a', 'SEQUENCE:2', 'SUMMARY:new', 'DTSTART:20261204T183000Z'],
        ['UID:a', 'SEQUENCE:1', 'SUMMARY:old', 'DTSTART:20261204T183000Z'],
        ['UID:a', 'SEQUENCE:2', 'SUMMARY:other', 'DTSTART:20261205T183000Z'],
      ),
    )
    expect(found.events.map(({ fields }) => fields.title)).toEqual(['new', 'other'])
    expect(new Set(found.events.map(({ id }) => id)).size).toBe(2)
  })

  it('reports broken events and reads the others', () => {
    const found = read(
      calendar(
        ['UID:a', 'SUMMARY:31 February', 'DTSTART:20270231T093000'],
        ['UID:b', 'SUMMARY:bad rule', 'DTSTART:20261204T183000Z', 'RRULE:FREQ=FOO'],
        ['UID:c', 'SUMMARY:no start'],
        ['UID:d', 'DTSTART:20261204T183000Z'],
        ['UID:e', 'SUMMARY:whole', 'DTSTART:20261204T183000Z', 'DTEND:20261204T173000Z'],
      ),
    )
    expect(found.events.map(({ fields }) => fields.title)).toEqual(['whole'])
    expect(found.events[0]?.notes[0]).toMatch(/^It ends before it begins/)
    expect(found.problems).toEqual([
      expect.stringContaining('Event 2 cannot be read: invalid frequency'),
      '“31 February” cannot be read: DTSTART is not a valid date: 2027-02-31T09:30:00',
      '“no start” cannot be read: it has no DTSTART',
      'The event of 2026-12-04 18:30 has no title',
    ])
  })

  it('reads days without VALUE=DATE, and ignores empty lists of dates', () => {
    const found = read(
      calendar(
        ['UID:a', 'SUMMARY:days', 'DTSTART:20261204', 'DTEND:20261206'],
        [
          'UID:b',
          'SUMMARY:series',
          'DTSTART:20261204T183000Z',
          'RRULE:FREQ=DAILY;COUNT=3',
          'EXDATE:20261205',
        ],
        ['UID:c', 'SUMMARY:one', 'DTSTART:20261210T183000Z', 'RDATE:', 'EXDATE:'],
        ['UID:d', 'SUMMARY:a word', 'DTSTART:tomorrow'],
      ),
    )
    expect(found.events.map(({ fields: { title, date, end } }) => [title, date, end])).toEqual([
      ['days', '2026-12-04T08:00:00.000Z', '2026-12-05T08:00:00.000Z'],
      ['series', '2026-12-04T18:30:00.000Z', undefined],
      ['series', '2026-12-06T18:30:00.000Z', undefined],
      ['one', '2026-12-10T18:30:00.000Z', undefined],
    ])
    expect(found.problems).toEqual(['“a word” cannot be read: it has no DTSTART'])
  })

  it('leaves out a broken line, but not its event or calendar', () => {
    const text = calendar(
      [
        'UID:a',
        'SUMMARY:one',
        'DTSTART:20261204T183000Z',
        'X-APPLE-RADIUS=49.9',
        'ORGANIZER;CN=A',
        'LOCATION:L',
      ],
      ['UID:b', 'SUMMARY:two', 'DTSTART:20261204T183000Z', 'RRULE:FREQ=WEEKLY;COUNT=2;BYDAY=FR, SA'],
    )
    const found = read(`${text.replace('VERSION:2.0', 'VERSION:2.0\r\nX')}X-COMMENT:Cached\r\n`)
    expect(dates(found)).toEqual([
      '2026-12-04T18:30:00.000Z',
      '2026-12-04T18:30:00.000Z',
      '2026-12-05T18:30:00.000Z',
    ])
    expect(found.events[0]?.fields.location).toBe('L')
    expect(found.problems).toEqual([
      '“one” has a line that cannot be read and is left out: X-APPLE-RADIUS=49.9',
      '“one” has a line that cannot be read and is left out: ORGANIZER;CN=A',
    ])
  })

  it('reports the event that is lost if two have the same UID and start', () => {
    const found = read(
      calendar(
        ['UID:a', 'SUMMARY:first', 'DTSTART:20261204T183000Z'],
        ['UID:a', 'SUMMARY:second', 'DTSTART:20261204T183000Z'],
      ),
    )
    expect(found.problems).toEqual([
      '“first” has the same UID and start as “second”: only the latter was read',
    ])
  })

  it('notes that an event lasts more than a month', () => {
    const found = read(
      calendar(['UID:a', 'SUMMARY:x', 'LOCATION:L', 'DTSTART:20261101T183000Z', 'DTEND:20270101T183000Z']),
    )
    expect(found.events[0]?.notes).toEqual(['It lasts 61 days: if it is a series, look up its single dates.'])
  })

  it.each(['HOURLY', 'MINUTELY', 'SECONDLY'])('bounds a rule that repeats %s since 1970', (frequency) => {
    const found = read(
      calendar(['UID:a', 'SUMMARY:bomb', 'DTSTART:19700101T000000Z', `RRULE:FREQ=${frequency}`]),
    )
    expect(found.events).toEqual([])
    expect(found.problems[0]).toMatch(
      /^“bomb” (?:repeats too often|cannot be read: its RRULE repeats every few)/,
    )
  })

  it.each([
    ['', 'It is empty'],
    ['<!doctype html><title>Sign in</title>', /^This is a web page without events/],
    ['hello', /^This is not a calendar, a web page with events or a table$/],
    ['BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\n', /cut off/],
    ['BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\n', /its last event does not end/],
    ['BEGIN:VCALENDAR\nBEGIN:VEVENT\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR', /broken/],
    ['BEGIN:VCALENDAR\nBEGIN:VTODO\nEND:VCALENDAR\n', /^The calendar cannot be read/],
    [
      `BEGIN:VCALENDAR\n${'BEGIN:VEVENT\nEND:VEVENT\n'.repeat(importLimits.entries + 1)}END:VCALENDAR`,
      'The calendar has more than 20,000 events: import a smaller one',
    ],
    ['x'.repeat(importLimits.bytes + 1), 'It is larger than 20 MB'],
    [`<div>${'['.repeat(1000)}`, /^This is a web page/],
    ['{"@type":"Person"}', /^The JSON-LD of this page has no events/],
  ])('is refused with a message if it cannot be read: %#', (text, message) => {
    expect(() => read(text)).toThrow(message)
    expect(() => read(text)).toThrow(ImportError)
  })

  it('may have many events, but a series that repeats every hour is read only in part', () => {
    const single = Array.from({ length: 2_000 }, (_, at) => [
      `UID:${at}`,
      'SUMMARY:x',
      'DTSTART:20261204T183000Z',
    ])
    const hourly = ['UID:hourly', 'SUMMARY:x', 'DTSTART:20261201T000000Z', 'RRULE:FREQ=HOURLY']
    const found = read(calendar(...single, hourly))
    expect(found.events).toHaveLength(3_000)
    expect(found.problems).toEqual([expect.stringContaining('repeats too often')])
    expect(found.leftOut).toEqual(['hourly'])
  })

  it('is refused with more than twenty thousand events within the horizon', () => {
    const collector = createCollector({ source: 's', now }, 'calendar')
    const start = {
      local: Date.parse('2026-12-04T18:30Z'),
      isDay: false,
      zone: 'UTC',
      zoneFrom: 'event',
    } as const
    const add = (at: number) =>
      collector.add({ uid: String(at), start, fields: { title: 'x', status: 'scheduled' } })
    for (let at = 0; at < 20_000; at += 1) add(at)
    expect(() => add(20_000)).toThrow(/more than 20,000 events within 180 days/)
  })

  it('is required if the source was a calendar before', () => {
    const wanted = { source: 's', now, kind: 'calendar' } as const
    expect(() => readSource(Buffer.from('<html>'), wanted)).toThrow(
      'A calendar was expected, but this is a web page',
    )
  })
})

describe('a page', () => {
  it('is read by its JSON-LD', () => {
    const found = readSource(Buffer.from(fixture('page.html')), {
      source: 's',
      now,
      address: 'https://tickets.example/e/1',
    })
    expect(found.name).toBe('Climate Founders Night | Tickets')
    expect(found.events.map(({ fields }) => fields)).toEqual([
      {
        title: 'Climate Founders Night',
        status: 'rescheduled',
        date: '2026-12-09T02:00:00.000Z',
        end: '2026-12-09T05:00:00.000Z',
        formerDate: '2026-12-02T02:00:00.000Z',
        organizers: 'Green Capital',
        organizerUrl: 'https://tickets.example/o/green-capital',
        location: 'Founders Inc, 2 Marina Blvd, San Francisco, CA, 94123',
        address: '2 Marina Blvd, San Francisco, CA, 94123',
        description: 'Talks & dinner',
        url: 'https://tickets.example/e/climate-founders-night',
        language: 'en',
        price: '$10-25.50',
      },
      {
        title: 'Open House',
        status: 'scheduled',
        date: '2026-12-15T08:00:00.000Z',
        allDay: true,
        location: 'Online',
        price: 'Free',
      },
    ])
  })
})

it('maps known categories to topics and types, and notes what is left out', () => {
  const inCalendar = calendar([
    'UID:1',
    'SUMMARY:A',
    'DTSTART:20261204T183000',
    'CLASS:CONFIDENTIAL',
    'CATEGORIES:Artificial Intelligence,demo day,cats',
    'ATTACH;FMTTYPE=image/png:https://x.example/a.png',
    'ATTACH:https://x.example/notes.pdf',
  ])
  const inPage = {
    '@type': ['Hackathon'],
    name: 'A',
    startDate: '2026-12-04T18:30',
    keywords: 'AI, Demo Day',
    image: [{ '@type': 'ImageObject', url: 'https://x.example/a.png' }],
  }
  const inTable = 'Title,Date,Tags,Type\nA,2026-12-04,"AI; cats",Demo Day\n'
  const of = (text: string) => read(text).events[0]
  const picture = 'It has a picture, which is not imported: https://x.example/a.png'
  const types = ['Pitch Event / Demo Day']
  expect(of(inCalendar)).toMatchObject({ fields: { topics: ['AI'], types } })
  expect(of(inCalendar)?.notes).toContain(picture)
  expect(of(inCalendar)?.notes).toContain('The source marks it as private: ask before you publish it.')
  expect(of(JSON.stringify(inPage))).toMatchObject({
    fields: { topics: ['AI'], types: [...types, 'Hackathon'] },
  })
  expect(of(JSON.stringify(inPage))?.notes).toContain(picture)
  expect(of(inTable)).toMatchObject({ fields: { topics: ['AI'], types } })
  expect(of('Title,Date,Tags\nA,2026-12-04,"cats, dogs"\n')?.notes).toContain(
    'Unknown categories: cats, dogs.',
  )
})

it('reports an event of a page without a start, but not events that others only mention', () => {
  const page = [
    { '@type': 'Event', '@id': '#a', name: 'Dinner', startDate: '2026-12-04T18:30' },
    { '@type': 'Event', name: 'Breakfast' },
    { '@type': 'Event', name: 'Breakfast' },
    {
      '@type': 'Event',
      name: 'Talk',
      startDate: '2026-12-05',
      superEvent: { '@type': 'Event', name: 'Tech Week' },
      subEvent: [{ '@type': 'Event', '@id': '#a', name: 'Dinner' }],
    },
    { '@type': 'Event', '@id': '#a', name: 'Dinner' },
  ]
  const { events, problems } = read(JSON.stringify(page))
  expect(events.map(({ fields }) => fields.title)).toEqual(['Dinner', 'Talk'])
  expect(problems).toEqual(['“Breakfast” cannot be read: it has no startDate'])
  expect(() => read(JSON.stringify([page[1]]))).toThrow('has no events')
})

it('decodes HTML entities in JSON-LD, and reads times with an extra zero', () => {
  const event = {
    '@type': 'Event',
    name: 'Mix &amp; Mingle &#8211; &quot;SF&quot; &unknown;',
    startDate: '2026-12-09T18:00:00:00-08:00',
    url: 'https://x.example/?a=1&#038;b=2',
    location: 'L',
  }
  expect(read(JSON.stringify(event)).events[0]?.fields).toMatchObject({
    title: 'Mix & Mingle – "SF" &unknown;',
    date: '2026-12-10T02:00:00.000Z',
    url: 'https://x.example/?a=1&b=2',
  })
})

describe('a table', () => {
  it('is read by the names of its columns', () => {
    const found = read(fixture('table.csv'))
    expect(found.table?.mapping).toEqual({
      title: 'Event Name',
      date: 'Start Date',
      time: 'Start Time',
      endTime: 'End Time',
      location: 'Venue',
      organizers: 'Host',
      price: 'Cost',
      url: 'Link',
    })
    expect(
      found.events.map(({ fields: { title, date, end, allDay } }) => [title, date, end, allDay]),
    ).toEqual([
      ['Pitch, please', '2026-12-05T02:30:00.000Z', '2026-12-05T05:00:00.000Z', undefined],
      ['Late show', '2026-12-06T06:00:00.000Z', '2026-12-06T09:00:00.000Z', undefined],
      ['Whole day', '2026-12-06T08:00:00.000Z', undefined, true],
    ])
    expect(found.problems).toEqual(['Row 5 cannot be read: “31/31/2026” is not a valid date and time'])
  })

  it('is read with a given mapping, with tabs and with the day first', () => {
    const text = 'A\tB\nDinner\t4/12/2026 18:30\n'
    expect(read(text).problems).toEqual(['Choose the columns of the title and of the date'])
    const found = read(text, { mapping: { title: 'A', date: 'B' }, dateOrder: 'dmy', zone: 'UTC' })
    expect(dates(found)).toEqual(['2026-12-04T18:30:00.000Z'])
    expect(found.notes).toEqual([])
  })

  it('notes that the month was read first if nobody chose and a date is ambiguous', () => {
    expect(read('title,date\nDinner,12/4/2026\n').notes).toEqual([
      'Dates such as “12/4/2026” were read with the month first. If that is wrong, change the order of dates: “4/12 is” in the Studio, --day-first on the command line.',
    ])
    expect(read('title,date\nDinner,12/12/2026\nLunch,12/24/2026\nTea,4.12.2026\n').notes).toEqual([])
  })

  it.each(['', '\xef\xbb\xbf'])('in Windows-1252 after %j keeps its accents, with a note', (mark) => {
    const found = read(Buffer.from(`${mark}title,date\nCaf\xe9,2026-12-04\n`, 'latin1'))
    expect(found.events[0]?.fields.title).toBe('Café')
    expect(found.notes[0]).toMatch(/Windows-1252/)
  })

  it('names the cell that cannot be read', () => {
    const rows = ['a,12/3/26,24:00', 'b,13/32/26,10:00', 'c,,', ',12/3/26,10:00']
    expect(read(`title,date,time\n${rows.join('\n')}\n`).problems).toEqual([
      'Row 2 cannot be read: “24:00” is not a valid time',
      'Row 3 cannot be read: “13/32/26” is not a valid date and time',
      'Row 4 cannot be read: “” is not a valid date and time',
      'Row 5 cannot be read: it has no title',
    ])
  })

  it('may have dates that are too far away, and ends that mean “never”', () => {
    const rows = ['a,9999-12-31,', 'b,2026-12-04,9999-12-31', 'c,2026-01-01,9999-12-31']
    const found = read(`title,date,end\n${rows.join('\n')}\n`)
    expect(found).toMatchObject({ problems: [], events: [{ fields: { title: 'b', allDay: true } }] })
    expect(found.events[0]?.fields.end).toBeUndefined()
    expect(found.notes).toEqual([
      'One event is already over: left out.',
      'One event is more than 180 days away: left out.',
    ])
  })

  it('with an open quotation mark is refused', () => {
    expect(() => read('title,date\n"x,2026-12-04\n')).toThrow(/a quotation mark is missing/)
  })
})

describe('a hostile source', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom(
      '<script>alert(1)</script>',
      'a\r\nBEGIN:VEVENT',
      '\u202etxt.exe',
      '\0\x07\x1b[31m',
      'e\u0301'.repeat(5) + '\u0301'.repeat(60),
      '\ud800',
      'javascript:alert(1)',
      'x'.repeat(20_000),
      '=cmd|calc',
      ' \u2800\u3164 ',
    ),
  )
  const acceptable = ({ events }: Found) => {
    for (const { id, fields } of events) {
      const whole = { organizers: 'o', location: 'l', ...fields, _id: id, _rev: 'r' }
      expect(readEventDocument({ ...whole, _updatedAt: '2026-11-23T17:00:00Z' })).toHaveProperty('event')
    }
  }

  it('is imported only as valid events', () => {
    const escape = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/[\r\n]+/g, '\\n')
    const names = [
      'SUMMARY',
      'DESCRIPTION',
      'LOCATION',
      'URL',
      'UID',
      'CATEGORIES',
      'STATUS',
      'GEO',
      'DURATION',
    ]
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...names), hostile), { maxLength: 8 }), (lines) => {
        const text = calendar([
          'SUMMARY:x',
          'DTSTART:20261204T183000Z',
          ...lines.map(([name, value]) => `${name}:${escape(value)}`),
        ])
        acceptable(read(text))
      }),
      { numRuns: 200 },
    )
    fc.assert(
      fc.property(hostile, hostile, hostile, (title, location, url) => {
        const event = {
          '@type': 'Event',
          name: title,
          location,
          url,
          startDate: '2026-12-04',
          organizer: title,
        }
        acceptable(read(JSON.stringify(event), {}))
        const cells = [title, '2026-12-04', location, url].map((cell) => `"${cell.replaceAll('"', '""')}"`)
        acceptable(read(`title,date,location,url\n${cells.join(',')}\n`))
      }),
      { numRuns: 200 },
    )
  })

  it('is read or refused with an ImportError, never another error', () => {
    const attempt = (text: string) => {
      try {
        acceptable(read(text))
      } catch (error) {
        if (!(error instanceof ImportError)) throw error
      }
    }
    const line = fc.oneof(
      hostile,
      fc.constantFrom('BEGIN:VEVENT', 'END:VEVENT', 'SUMMARY:x', 'RRULE:FREQ=DAILY;COUNT=3', 'RRULE:COUNT=x'),
      fc.constantFrom('DTSTART:20261204T183000', 'DTSTART;TZID=x:2', 'DTEND;VALUE=DATE:20261204', 'EXDATE:x'),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        attempt(['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n'))
      }),
      { numRuns: 300 },
    )
    fc.assert(
      fc.property(fc.json(), (json) => attempt(json)),
      { numRuns: 200 },
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => attempt(text)),
      { numRuns: 200 },
    )
  })
})
