import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CalendarEvent, eventStatuses, eventTypes, topics } from '#domain/events/event.ts'
import type { ImportedFields } from '#domain/import/found.ts'
import { writeCalendar } from '../feeds/calendar-file.ts'
import { readSource } from './read-source.ts'

const now = new Date('2026-10-20T12:00:00Z')
const site = 'https://site.test'

/** What another installation imports from our calendar file. */
async function readBack(event: CalendarEvent): Promise<ImportedFields[]> {
  const head = { name: 'Events', source: `${site}/events.ics`, page: `${site}/events` }
  const file = await writeCalendar(head, [event], site)
  return readSource(file, { source: 'import.other', now }).events.map(({ fields }) => fields)
}

const word = fc.stringMatching(/^[a-zà-ü😀,;:"'0-9]{1,12}$/u)
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
    id: '6f1c2a53-5f5e-4c0e-9b43-0a5d6f1f8a11',
    updatedAt: '2026-10-19T12:00:00.000Z',
    ...fields,
    ...(hours !== undefined && { end: later(fields.date, hours) }),
  }))

it('imports the events of our own calendar files unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(events, async (event) => {
      const { id: _, updatedAt: __, ...fields } = event
      const wanted = Object.entries({ status: 'scheduled', ...fields }).filter(
        ([, value]) => value !== null && value !== undefined && (!Array.isArray(value) || value.length > 0),
      )
      const [found = {}] = await readBack(event)
      const given = Object.entries(found).filter(([, value]) => !Array.isArray(value) || value.length > 0)
      expect(Object.fromEntries(given)).toEqual(Object.fromEntries(wanted))
    }),
    { numRuns: 200 },
  )
})
