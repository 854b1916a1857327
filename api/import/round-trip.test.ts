import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CalendarEvent, eventStatuses, eventTypes, topics } from '#domain/events/event.ts'
import type { Found } from '#domain/import/found.ts'
import { writeCalendar } from '../feeds/calendar-file.ts'
import { readApart } from './read-apart.ts'

const now = new Date('2026-10-20T12:00:00Z')
const site = 'https://site.test'

/** What another installation imports from our calendar file: like there, in a worker thread, which shares no module. */
async function readBack(name: string, given: readonly CalendarEvent[]): Promise<Found> {
  const head = { name, source: `${site}/events.ics`, page: `${site}/events` }
  return readApart(await writeCalendar(head, given, site), { source: 'import.other', now })
}

const word = fc.stringMatching(/^[a-zà-ü😀,;:"'$\\0-9]{1,12}$/u)
const line = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))
const text = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n'))
const address = word.map((path) => `https://example.org/${encodeURIComponent(path)}`)
const instant = fc
  .date({ min: new Date('2026-10-25T00:00:00Z'), max: new Date('2027-03-20T00:00:00Z'), noInvalidDate: true })
  .map((date) => `${date.toISOString().slice(0, 17)}00.000Z`)
const later = (date: string, hours: number) => new Date(Date.parse(date) + hours * 3_600_000).toISOString()

const events = fc
  .record(
    {
      title: line,
      date: instant,
      hours: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
      organizers: line,
      // Without digits: a text that looks like a street would become the address, too.
      location: fc.stringMatching(/^[a-z]{1,12}( [a-z;:"]{1,12}){0,3}$/),
      description: fc.option(text),
      url: fc.option(address),
      price: fc.option(line),
      registrationType: fc.option(line),
      topics: fc.subarray(topics.filter((topic) => topic !== 'Other')),
      types: fc.subarray([...eventTypes]),
      address: line,
      organizerUrl: address,
      series: line,
      language: fc.constantFrom('en', 'es', 'fr', 'zh'),
      status: fc.constantFrom(...eventStatuses),
      formerDate: instant,
    },
    {
      requiredKeys: [
        'title',
        'date',
        'organizers',
        'location',
        'description',
        'url',
        'price',
        'registrationType',
        'topics',
        'types',
      ],
    },
  )
  .map(({ hours, ...fields }) => ({
    updatedAt: '2026-10-19T12:00:00.000Z',
    ...fields,
    ...(hours !== undefined && { end: later(fields.date, hours) }),
  }))

const isGiven = ([, value]: [string, unknown]) =>
  value !== null && value !== undefined && (!Array.isArray(value) || value.length > 0)

it('imports the events of our own calendar files unchanged', { timeout: 120_000 }, async () => {
  // Many in one file, and no shrinking: each file starts a thread.
  const files = fc.array(events, { minLength: 100, maxLength: 100, size: 'max' })
  await fc.assert(
    fc.asyncProperty(files, word, async (file, name) => {
      const given = file.map((event, index) => ({ ...event, id: `event-${index}` }))
      const found = await readBack(name, given)
      expect([found.name, found.problems]).toEqual([name, []])
      const fields = new Map(found.events.map((event) => [event.uid, event.fields]))
      for (const { id, updatedAt: _, ...event } of given)
        expect(Object.fromEntries(Object.entries(fields.get(id) ?? {}).filter(isGiven))).toEqual(
          Object.fromEntries(Object.entries({ status: 'scheduled', ...event }).filter(isGiven)),
        )
    }),
    { numRuns: 2, endOnFailure: true },
  )
})

it('unescapes the name of a calendar, which names the organizers of its events', async () => {
  const file = Buffer.from(
    [
      'BEGIN:VCALENDAR',
      'X-WR-CALNAME:Founders\\, Inc\\; the best',
      'BEGIN:VEVENT',
      'UID:a',
      'SUMMARY:x',
      'DTSTART:20261201T000000Z',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n'),
  )
  const found = await readApart(file, { source: 'import.other', now })
  expect(found).toMatchObject({
    name: 'Founders, Inc; the best',
    events: [{ fields: { organizers: 'Founders, Inc; the best' } }],
  })
})
