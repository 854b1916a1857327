import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readSource } from './read-source.ts'

const folder = new URL('fixtures/', import.meta.url)

/** What an import on `day` finds in a calendar that another program has written (`fixtures/README.md`). */
const calendars: Array<{
  file: string
  day: string
  events: number
  /** Number of events for each time zone and where the zone comes from. */
  zones?: Record<string, number>
  problems?: string[]
  notes?: string[]
  first?: Record<string, unknown>
}> = [
  { file: 'ical.js/blank_line_mid.ics', day: '2023-03-01', events: 0 },
  {
    file: 'ical.js/google_birthday.ics',
    day: '2012-12-01',
    events: 2,
    zones: { 'America/Los_Angeles, of the calendar': 2 },
    notes: ['3 events are more than 180 days away: left out.'],
    first: { title: "PErson #2's birthday", date: '2012-12-10T08:00:00.000Z', allDay: true },
  },
  {
    file: 'ical.js/multiple_rrules.ics',
    day: '2012-07-14',
    events: 5,
    zones: { 'America/Los_Angeles, of the event': 5 },
    first: { title: 'sahaja <> frashed', date: '2012-07-15T18:00:00.000Z', end: '2012-07-15T18:30:00.000Z' },
  },
  {
    file: 'ical.js/recur_instances.ics',
    day: '2012-10-01',
    events: 7,
    zones: { 'America/Los_Angeles, of the event': 7 },
    notes: ['2 events are more than 180 days away: left out.'],
    first: {
      title: 'Crazy Event Thingy!',
      date: '2012-10-02T22:00:00.000Z',
      end: '2012-10-02T22:30:00.000Z',
    },
  },
  {
    file: 'ical.js/timezone_from_file.ics',
    day: '2023-03-01',
    events: 1,
    zones: { 'Nowhere/Middle, of the event': 1 },
    first: { title: 'A test event', date: '2023-03-06T21:23:00.000Z', end: '2023-03-06T22:23:00.000Z' },
  },
  {
    file: 'npm-ical/test1.ics',
    day: '2011-03-20',
    events: 6,
    zones: { 'America/Los_Angeles, of the default': 6 },
    problems: ['“Foobar” cannot be read: it has no DTSTART'],
    notes: ['One event is already over: left out.', 'One event is more than 180 days away: left out.'],
    first: {
      title: '[Async]: Everything Express',
      date: '2011-03-24T07:00:00.000Z',
      allDay: true,
      location: 'Brighton, United Kingdom',
      url: 'http://lanyrd.com/2011/asyncjs-express/',
    },
  },
  {
    file: 'npm-ical/test2.ics',
    day: '2002-10-20',
    events: 3,
    zones: { 'US/Pacific, of the event': 3 },
    first: { title: 'Coffee with Jason', date: '2002-10-28T22:00:00.000Z', end: '2002-10-28T23:00:00.000Z' },
  },
  {
    file: 'npm-ical/test3.ics',
    day: '2011-04-25',
    events: 13,
    zones: { 'US/Eastern, of the calendar': 13 },
    problems: [
      '“30 Rock - S05E21 - 100th Episode Part 2 of 2” has the same UID and start as “30 Rock - S05E20 - 100th Episode Part 1 of 2”: only the latter was read',
    ],
    notes: ['13 events are already over: left out.'],
    first: {
      title: 'The Daily Show - S16E53 - Gigi Ibrahim',
      date: '2011-04-26T03:00:00.000Z',
      end: '2011-04-26T03:30:00.000Z',
    },
  },
  {
    file: 'npm-ical/test5.ics',
    day: '2011-11-01',
    events: 1,
    zones: { 'America/Phoenix, of the event': 1 },
    first: {
      title: 'Phoenix Drupal User Group Monthly Meetup',
      date: '2011-11-10T02:00:00.000Z',
      end: '2011-11-10T04:00:00.000Z',
      location: 'Open Source Project Tempe (1415 E University Dr. #103A, Tempe, AZ 85281)',
      address: '1415 E University Dr. #103A, Tempe, AZ 85281',
      url: 'http://www.meetup.com/Phoenix-Drupal-User-Group/events/33627272/',
    },
  },
  {
    file: 'npm-ical/test7.ics',
    day: '2026-06-01',
    events: 1,
    zones: { 'America/Los_Angeles, of the default': 1 },
    first: { title: 'Fête Nationale - Férié', date: '2026-07-14T07:00:00.000Z', allDay: true },
  },
  { file: 'npm-ical/test11.ics', day: '2014-04-01', events: 0 },
  {
    file: 'npm-ical/test13.ics',
    day: '2016-08-20',
    events: 4,
    zones: { 'Europe/Kiev, of the event': 4 },
    first: { title: 'repeated', date: '2016-08-25T11:00:00.000Z', end: '2016-08-25T12:00:00.000Z' },
  },
  {
    file: 'npm-ical/test15.ics',
    day: '2019-04-20',
    events: 1,
    zones: { '(UTC+07:00) Bangkok, Hanoi, Jakarta, of the event': 1 },
    first: { title: 'Test event', date: '2019-04-30T02:00:00.000Z', end: '2019-04-30T05:00:00.000Z' },
  },
  {
    file: 'npm-icalendar/evolution.ics',
    day: '2011-01-01',
    events: 0,
    notes: ['One event is more than 180 days away: left out.'],
  },
  {
    file: 'python-icalendar/issue_53_parsing_failure.ics',
    day: '2012-07-01',
    events: 3,
    zones: { 'America/New_York, of the event': 3 },
    first: {
      title: 'DevOps DC Meetup',
      date: '2012-07-12T22:30:00.000Z',
      end: '2012-07-13T01:30:00.000Z',
      location: 'Fathom Creative, Inc. (1333 14th Street Northwest, WashingtonD.C., DC 20005)',
      url: 'http://www.meetup.com/DevOpsDC/events/47635522/',
    },
  },
  {
    file: 'python-icalendar/issue_112_missing_tzinfo_on_exdate.ics',
    day: '2013-08-01',
    events: 11,
    zones: { 'America/New_York, of the event': 11 },
    first: {
      title: 'Market East Live!',
      date: '2013-09-07T16:00:00.000Z',
      end: '2013-09-07T21:00:00.000Z',
      location: '12th and Market Streets (weather permitting)',
    },
  },
  {
    file: 'python-icalendar/timezone_same_start.ics',
    day: '2017-02-20',
    events: 1,
    zones: { 'Pacific Standard Time, of the event': 1 },
    first: { title: 'Test 4', date: '2017-02-24T20:00:00.000Z', end: '2017-02-24T20:30:00.000Z' },
  },
  {
    file: 'python-icalendar/x_location.ics',
    day: '2016-11-01',
    events: 130,
    zones: { 'Europe/Zurich, of the event': 130 },
    first: {
      title: 'Daily Sync',
      date: '2016-10-31T13:00:00.000Z',
      end: '2016-10-31T13:30:00.000Z',
      location: 'Roadstar 16',
      address: '12764 Happyville, Denmark',
    },
  },
]

function read(file: string, day: string) {
  return readSource(readFileSync(new URL(file, folder)), { source: 's', now: new Date(day) })
}

it.each(calendars)(
  'reads $file on $day',
  ({ file, day, events, zones = {}, problems = [], notes = [], first = {} }) => {
    const found = read(file, day)
    const counts: Record<string, number> = {}
    for (const { zone, zoneFrom } of found.events) {
      const key = `${zone}, of the ${zoneFrom}`
      counts[key] = (counts[key] ?? 0) + 1
    }
    expect({
      events: found.events.length,
      zones: counts,
      problems: found.problems,
      notes: found.notes,
    }).toEqual({
      events,
      zones,
      problems,
      notes,
    })
    expect({ ...found.events[0]?.fields }).toMatchObject(first)
  },
)

it('covers every calendar file of the folders', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\/.*\.ics$/.test(name),
  )
  expect(files.toSorted()).toEqual(calendars.map(({ file }) => file).toSorted())
})
