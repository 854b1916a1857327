import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contentLimits } from '#domain/content/content-limits.ts'
import { openTestDatabase } from '../tests/database.ts'
import { readEventDocument } from './event-document.ts'
import { upsertRecords } from './record-queries.ts'
import { eventType } from './records.ts'

const twoDigits = (max: number) =>
  fc.integer({ min: 0, max }).map((number) => String(number).padStart(2, '0'))
const date = fc
  .tuple(
    fc.constantFrom('0001', '1899', '1900', '2026', '2028', '9998', '9999'),
    twoDigits(13),
    twoDigits(32),
    twoDigits(24),
    twoDigits(60),
    twoDigits(60),
    fc.constantFrom('', '.5', '.123456'),
    fc.constantFrom('', 'Z', '+05:30', '-08:00', '+14:00', '-16:00', '+24:00', 'z', '\u0000'),
  )
  .map(
    ([year, month, day, hour, minute, second, fraction, zone]) =>
      `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}${zone}`,
  )
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('a\u0000', 'a\ud800', '\udc00a', 'a\u202e', 'event', ' ', 'x'.repeat(10_001)),
)
const url = fc.oneof(
  fc.webUrl(),
  text.map((rest) => `https://example.org/${rest}`),
  text.map((host) => `http://${host}`),
)
/** Mostly valid: an invalid field would hide how the others are handled. */
const mostly = <Sound, Odd>(sound: Sound, odd: fc.Arbitrary<Odd>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(sound) }, { weight: 1, arbitrary: odd })
const document = fc.record({
  _rev: fc.constant('r1'),
  _updatedAt: fc.constant('2026-11-21T12:00:00Z'),
  title: mostly('event', text),
  date: mostly('2026-12-01T02:00:00Z', date),
  organizers: fc.constant('somebody'),
  location: mostly('SHACK15', text),
  description: mostly(undefined, text),
  url: mostly(undefined, url),
  price: mostly(undefined, text),
  topics: mostly(undefined, fc.array(text, { maxLength: 3 })),
  end: mostly(undefined, date),
  formerDate: mostly(null, date),
  allDay: fc.constantFrom(undefined, true, false, null),
  status: mostly('rescheduled', text),
  address: mostly(undefined, text),
  organizerUrl: mostly(undefined, url),
  recordingUrl: mostly(undefined, url),
  series: mostly(undefined, text),
  language: mostly(undefined, text),
  image: mostly(
    undefined,
    text.map((alt) => ({ asset: { _ref: 'image-abc-800x600-jpg' }, alt })),
  ),
  venueRef: mostly(
    undefined,
    text.map((_ref) => ({ _ref })),
  ),
})

it('accepts no event that the database refuses', async () => {
  const { sql } = await openTestDatabase()
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(document, async (each) => {
      // A new id each time: the upsert would keep an existing row.
      const read = eventType.read({ _id: randomUUID(), ...each })
      if ('fault' in read) return
      accepted += 1
      await upsertRecords(sql, 'events', [read.row])
      const [row] = await sql`
        select title, to_char(date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as date, location, url, topics
        from events where id = ${read.row['id'] as string}
      `
      const { title, date: at, location, url: link, topics } = read.row
      expect(row).toEqual({ title, date: at, location, url: link, topics })
    }),
    { numRuns: 1_000 },
  )
  expect(accepted).toBeGreaterThan(100)
})

it('reads the state of an event, and leaves out default values', () => {
  const plain = {
    _id: randomUUID(),
    _rev: 'r1',
    _updatedAt: '2026-11-21T12:00:00Z',
    title: 'event',
    date: '2026-12-01T02:00:00Z',
    organizers: 'somebody',
    location: 'SHACK15',
  }
  const read = (fields: object) => readEventDocument({ ...plain, ...fields })
  const usual = read({ allDay: false, status: 'scheduled', formerDate: '2026-11-30T02:00:00Z', end: null })
  for (const field of ['allDay', 'status', 'formerDate', 'end', 'series', 'language'])
    expect(usual).not.toHaveProperty(['event', field])
  expect(usual).toHaveProperty(['event', 'updatedAt'], '2026-11-21T12:00:00.000Z')
  const _ref = 'image-abc-800x600-jpg'
  const crop = { top: 0, bottom: 0.5, left: 0, right: 0 }
  const figure = { _type: 'image', asset: { _type: 'reference', _ref }, alt: 'A full room' }
  expect(read({ image: { ...figure, crop: { _type: 'sanity.imageCrop', ...crop } } })).toMatchObject({
    event: { picture: { assetId: _ref, alt: 'A full room', crop } },
  })
  expect(read({ venueRef: { _type: 'reference', _ref: 'venue-shack15' } })).toMatchObject({
    event: { venueId: 'venue-shack15' },
  })
  // As long as the Studio and the import allow.
  const longest = 's'.repeat(contentLimits.line)
  expect(read({ series: longest })).toMatchObject({ event: { series: longest } })
  const changed = { allDay: true, status: 'rescheduled', formerDate: '2026-11-30T02:00:00.000Z' }
  expect(read(changed)).toMatchObject({ event: changed })
  for (const [fields, fault] of [
    [{ end: plain.date }, 'end must be after date'],
    [{ end: '2027-01-02T02:00:00Z' }, 'an event may last at most 31 days'],
    [{ end: 'tomorrow' }, 'end must be a date and time that exists'],
    [{ status: 'off' }, 'status must be one of scheduled, cancelled'],
    [{ allDay: 'yes' }, 'allDay must be true or false'],
    [{ organizerUrl: 'javascript:alert(1)' }, 'organizerUrl must be a web address'],
    [{ recordingUrl: 'http://example.org' }, 'recordingUrl must begin with https://'],
    [{ slidesUrl: 'javascript:alert(1)' }, 'slidesUrl must be a web address'],
    [{ venueRef: 'SHACK15' }, 'venueRef must be a reference to a venue'],
    [{ venueRef: { _ref: 'a\u0000' } }, 'venueRef must be a reference to a venue'],
    [{ image: 'a.jpg' }, 'image must be an image'],
    [{ image: { alt: 'A full room' } }, 'image has no picture: choose one, or remove the image'],
    [{ image: { asset: { _ref } } }, 'image.alt is missing'],
    [{ image: { asset: { _ref }, alt: ' ' } }, 'image.alt is missing'],
    [
      { image: { asset: { _ref: 'image-abc-10x10-svg' }, alt: 'x' } },
      'image must be a JPEG, PNG, WebP or AVIF picture',
    ],
    [{ location: undefined, venueRef: { _ref: 'venue-shack15' } }, 'location is missing'],
    [{ series: `${longest}s` }, 'series is too long: 201 characters, at most 200'],
  ] as const)
    expect(read(fields)).toEqual({ fault: expect.stringContaining(fault) as string })
})
