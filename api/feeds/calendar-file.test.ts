import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import type { CalendarEvent } from '#domain/events/event.ts'
import { inLanguage } from '#domain/in-language.ts'
import { addDays, toDay } from '#domain/pacific.ts'
import { plainEvent as plain } from '../tests/make-event.ts'
import { writeCalendar } from './calendar-file.ts'

const site = 'https://site.test'
const head = { name: 'Events', source: `${site}/events.ics`, page: `${site}/events` }

async function write(...events: CalendarEvent[]): Promise<string> {
  return (await writeCalendar(head, events, site)).toString()
}

/** Writes and parses the events, with the time zone that the file defines. */
async function read(...events: CalendarEvent[]) {
  const calendar = ICAL.Component.fromString(await write(...events))
  const [zone] = calendar.getAllSubcomponents('vtimezone')
  const pacific = new ICAL.Timezone(zone)
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const instantOf = (name: string) => {
      const time = component.getFirstPropertyValue(name) as InstanceType<typeof ICAL.Time> | null
      if (time?.zone.tzid === 'floating' && !time.isDate) time.zone = pacific
      return time?.isDate ? time.toString() : time?.toJSDate().toISOString()
    }
    const textOf = (name: string) => component.getFirstPropertyValue(name)?.toString()
    return { component, textOf, start: instantOf('dtstart'), end: instantOf('dtend') }
  })
}

const noControls = (text: string) => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.string({ unit: 'grapheme-ascii', minLength: 150, maxLength: 300 }),
  )
  .chain((inner) =>
    fc
      .constantFrom('', 'a,b;c\\n"d":', '\r\nATTENDEE:x', '\u0007\u0000', 'é😀')
      .map((start) => start + inner),
  )
const instant = fc
  .oneof(
    fc.date({
      min: new Date('1900-01-02T00:00:00Z'),
      max: new Date('9998-12-31T23:59:59Z'),
      noInvalidDate: true,
    }),
    // Around the clock changes of 2026.
    fc.date({
      min: new Date('2026-03-08T08:00:00Z'),
      max: new Date('2026-03-08T12:00:00Z'),
      noInvalidDate: true,
    }),
    fc.date({
      min: new Date('2026-11-01T07:00:00Z'),
      max: new Date('2026-11-01T11:00:00Z'),
      noInvalidDate: true,
    }),
  )
  .map((date) => `${date.toISOString().slice(0, 19)}.000Z`)

it('fault 51: keeps every field when ical.js reads the file', async () => {
  const events = fc.record({
    title: text,
    date: instant,
    organizers: text,
    location: text,
    description: fc.option(text),
    price: fc.option(text),
    // ical.js takes a backslash before a separating comma for the escape of that comma.
    topics: fc.array(
      text.map((topic) => topic.replace(/\\+$/, '')),
      { maxLength: 3 },
    ),
  })
  await fc.assert(
    fc.asyncProperty(events, async (fields) => {
      const written = await write({ ...plain, ...fields })
      for (const line of written.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(line).not.toMatch(/[^\P{Cc}\t]/u)
      }
      const [event] = await read({ ...plain, ...fields })
      expect(event?.start).toBe(fields.date)
      expect(event?.textOf('summary')).toBe(noControls(fields.title))
      expect(event?.textOf('contact')).toBe(noControls(fields.organizers))
      expect(event?.textOf('location')).toBe(noControls(fields.location))
      const address = `${site}/event/${plain.id}`
      const described = fields.description ? `${noControls(fields.description)}\n\n${address}` : address
      expect(event?.textOf('description')).toBe(described)
      const topics = event?.component.getFirstProperty('categories')?.getValues() ?? []
      expect(topics).toEqual(fields.topics.map(noControls))
    }),
    { numRuns: 100 },
  )
})

it('writes an instant in Pacific time, or in UTC if the local time is ambiguous or before 2008', async () => {
  const lines = async (date: string) => (await write({ ...plain, date })).match(/DTSTART.*:20.*/g)?.at(-1)
  expect(await lines('2026-11-01T07:59:59.000Z')).toBe('DTSTART;TZID=America/Los_Angeles:20261101T005959')
  expect(await lines('2026-11-01T08:30:00.000Z')).toBe('DTSTART:20261101T083000Z')
  expect(await lines('2026-11-01T09:30:00.000Z')).toBe('DTSTART:20261101T093000Z')
  expect(await lines('2026-03-08T10:00:00.000Z')).toBe('DTSTART;TZID=America/Los_Angeles:20260308T030000')
  expect(await lines('2006-04-02T20:00:00.000Z')).toBe('DTSTART:20060402T200000Z')
})

it('ends whole-day events on the day after their last', async () => {
  const days = { allDay: true, date: '2026-11-21T08:00:00.000Z', end: '2026-11-22T20:00:00.000Z' } as const
  const [event] = await read({ ...plain, ...days })
  expect([event?.start, event?.end]).toEqual(['2026-11-21', '2026-11-23'])
  const [one] = await read({ ...plain, allDay: true })
  expect([one?.start, one?.end]).toEqual([toDay(plain.date), addDays(toDay(plain.date), 1)])
})

it.each([
  ['cancelled', 'CANCELLED', 'Cancelled: Founders breakfast', 'Annulé : Founders breakfast'],
  ['postponed', 'TENTATIVE', 'Postponed: Founders breakfast', 'Reporté : Founders breakfast'],
  ['online', 'CONFIRMED', 'Moved online: Founders breakfast', 'Désormais en ligne : Founders breakfast'],
  ['rescheduled', 'CONFIRMED', 'Founders breakfast', 'Founders breakfast'],
  [undefined, 'CONFIRMED', 'Founders breakfast', 'Founders breakfast'],
] as const)('writes the status of a %s event as %s', async (status, written, title, french) => {
  const event = { ...plain, ...(status && { status }) }
  const readTitle = async () => {
    const [found] = await read(event)
    expect(found?.textOf('status')).toBe(written)
    return found?.textOf('summary')
  }
  expect(await readTitle()).toBe(title)
  expect((await inLanguage('fr', readTitle))?.replace(/\s/g, ' ')).toBe(french)
})

it('writes the address and the coordinates of the venue, unless the event has its own address', async () => {
  const coordinates = { latitude: 37.7825, longitude: -122.4104 }
  const venue = { name: 'Frontier Tower', address: '995 Market St', coordinates }
  expect(await write({ ...plain, venue })).toContain('\r\nGEO:37.7825;-122.4104\r\n')
  const [at, elsewhere] = await read({ ...plain, venue }, { ...plain, venue, address: '1 Ferry Building' })
  expect([at?.textOf('location'), at?.textOf('geo')]).toEqual([
    'Frontier Tower, SHACK15\n995 Market St',
    '37.7825,-122.4104',
  ])
  expect([elsewhere?.textOf('location'), elsewhere?.textOf('geo')]).toEqual([
    'Frontier Tower, SHACK15\n1 Ferry Building',
    undefined,
  ])
})

it('writes the URL of the image', async () => {
  const image = { url: '/images/a,b.webp', srcSet: '', alt: 'a room', width: 800, height: 600 }
  const written = await write({ ...plain, image })
  expect(written).toContain(`IMAGE;DISPLAY=BADGE;VALUE=URI:${site}/images/a,b.webp`)
})

it('raises SEQUENCE and keeps the UID when an event changes', async () => {
  const [before, after] = await read(plain, { ...plain, updatedAt: '2026-11-20T12:00:01.000Z' })
  expect(after?.textOf('uid')).toBe(before?.textOf('uid'))
  expect(Number(after?.textOf('sequence'))).toBeGreaterThan(Number(before?.textOf('sequence')))
  expect(after?.textOf('last-modified')).toBe('2026-11-20T12:00:01Z')
})

it('yields to other work while it writes many events', async () => {
  const events = Array.from({ length: 5_000 }, (_, index) => ({ ...plain, id: `${index}` }))
  let turns = 0
  const counting = setInterval(() => (turns += 1), 0)
  await write(...events)
  clearInterval(counting)
  expect(turns).toBeGreaterThan(3)
})
