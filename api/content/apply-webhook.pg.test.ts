import { describe, expect, it } from 'vitest'
import type { Database } from '../database/open.ts'
import { openTestDatabase } from '../tests/database.ts'
import { applyWebhook } from './apply-webhook.ts'
import { findNewestChange } from './change-queries.ts'
import { listContentFaults } from './fault-queries.ts'
import { type ContentMessage, readMessage } from './webhook.ts'

const noDate =
  'date must be a date and time that exists, from 1900 to 9998, with its time zone, such as 2026-12-01T18:30:00Z'
const noAddress = 'url must be a web address, http or https'

let count = 0

/** A webhook's message. `minute` is the time of the change. */
function message(
  operation: ContentMessage['operation'],
  minute: number,
  fields: Record<string, unknown> = {},
): ContentMessage {
  const at = new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString()
  const document = {
    _id: 'demo-day',
    _type: 'event',
    _rev: `r${minute}`,
    _updatedAt: at,
    title: `title of ${minute}`,
    date: '2026-12-01T02:00:00Z',
    organizers: 'the community',
    location: 'Frontier Tower, SOMA',
    ...fields,
  }
  const body = {
    operation,
    projectId: 'local',
    dataset: 'production',
    before: document,
    after: operation === 'delete' ? null : document,
  }
  const read = readMessage(JSON.stringify(body))
  if (!read) throw new Error('This is not a message')
  return read
}

const take = (sql: Database, given: ContentMessage, delivery = `delivery-${(count += 1)}`) =>
  applyWebhook(sql, delivery, given)
const titles = async (sql: Database) =>
  (await sql<Array<{ title: string }>>`select title from events`).map(({ title }) => title)

describe('a change of an event', () => {
  it('adds it to the calendar, updates it and removes it', async () => {
    const { sql } = await openTestDatabase()
    expect(await take(sql, message('create', 1))).toEqual({ outcome: 'taken' })
    expect(await titles(sql)).toEqual(['title of 1'])
    await take(sql, message('update', 2))
    expect(await titles(sql)).toEqual(['title of 2'])
    await take(sql, message('delete', 3))
    expect(await titles(sql)).toEqual([])
  })

  it('stores all fields', async () => {
    const { sql } = await openTestDatabase()
    await take(
      sql,
      message('create', 1, {
        description: 'one\r\ntwo',
        url: 'https://example.org/x',
        price: '$20',
        registrationType: 'RSVP',
        topics: ['AI', 'Crypto / Web3', 'AI'],
        types: ['Dinner'],
      }),
    )
    const [row] = await sql`
      select title, date, organizers, location, description, url, price, registration_type, topics, types from events
    `
    expect(row).toEqual({
      title: 'title of 1',
      date: new Date('2026-12-01T02:00:00Z'),
      organizers: 'the community',
      location: 'Frontier Tower, SOMA',
      description: 'one\ntwo',
      url: 'https://example.org/x',
      price: '$20',
      registrationType: 'RSVP',
      topics: ['AI', 'Crypto / Web3'],
      types: ['Dinner'],
    })
  })

  it('that is delivered again, with the same key or another, changes nothing', async () => {
    const { sql } = await openTestDatabase()
    await take(sql, message('create', 1), 'same')
    const noted = await findNewestChange(sql, 'demo-day')
    expect(await take(sql, message('create', 1), 'same')).toEqual({ outcome: 'known' })
    expect(await take(sql, message('create', 1), 'another')).toEqual({ outcome: 'known' })
    expect(await findNewestChange(sql, 'demo-day')).toEqual(noted)
  })

  it('delivered fifty times at once is applied once', async () => {
    const { sql } = await openTestDatabase()
    const all = await Promise.all(Array.from({ length: 50 }, () => take(sql, message('create', 1), 'same')))
    expect(all.filter(({ outcome }) => outcome === 'taken')).toHaveLength(1)
    expect(await titles(sql)).toHaveLength(1)
  })

  it('that is older than the stored one changes nothing', async () => {
    const { sql } = await openTestDatabase()
    await take(sql, message('update', 5))
    await take(sql, message('update', 4))
    expect(await titles(sql)).toEqual(['title of 5'])
  })

  it('that is older than the removal does not bring the event back', async () => {
    const { sql } = await openTestDatabase()
    await take(sql, message('create', 1))
    await take(sql, message('delete', 3))
    await take(sql, message('update', 2))
    expect(await titles(sql)).toEqual([])
  })

  it('that republishes it is not undone by an earlier removal that arrives late', async () => {
    const { sql } = await openTestDatabase()
    await take(sql, message('create', 4))
    await take(sql, message('delete', 3))
    expect(await titles(sql)).toEqual(['title of 4'])
    await take(sql, message('delete', 4))
    expect(await titles(sql)).toEqual([])
    await take(sql, message('create', 5))
    expect(await titles(sql)).toEqual(['title of 5'])
  })

  it.each([
    ['title', { title: undefined }, 'title is missing'],
    ['title', { title: '   ' }, 'title is missing'],
    ['date', { date: undefined }, 'date is missing'],
    ['date', { date: 'tomorrow' }, noDate],
    ['date: 30 February', { date: '2026-02-30T10:00:00Z' }, noDate],
    ['date: 31 February', { date: '2026-02-31T10:00:00Z' }, noDate],
    ['date: 31 April', { date: '2026-04-31T10:00:00Z' }, noDate],
    ['date: the year 1', { date: '0001-06-01T10:00:00Z' }, noDate],
    ['date: an offset that no zone has', { date: '2026-12-01T10:00:00-16:00' }, noDate],
    ['date: no zone', { date: '2026-12-01T10:00:00' }, noDate],
    ['date: U+0000', { date: '2026-12-01T10:00:00Z\u0000' }, noDate],
    ['date: the year 9999 in UTC', { date: '9998-12-31T23:00:00-02:00' }, noDate],
    ['url', { url: 'javascript:alert(1)' }, noAddress],
    ['url: U+0000', { url: 'https://example.org/\u0000' }, noAddress],
    ['url: half of a surrogate pair', { url: 'https://example.org/\ud800' }, noAddress],
    ['url: too long', { url: `https://example.org/${'x'.repeat(2_000)}` }, noAddress],
    ['text: U+0000', { location: 'a\u0000b' }, 'location contains a character that is not allowed: U+0000'],
    [
      'text: half of a surrogate pair',
      { title: 'a\ud800' },
      'title contains a character that is not allowed: U+D800',
    ],
    ['text: bidi override', { title: 'a\u202eb' }, 'title contains a character that is not allowed: U+202E'],
    ['text: too long', { price: 'x'.repeat(201) }, 'price is too long: 201 characters, at most 200'],
    ['topics: U+0000', { topics: ['a\u0000'] }, 'topics contains a character that is not allowed: U+0000'],
    ['topics: not a list', { topics: 'AI' }, 'topics must be a list of texts'],
    ['topics: too many', { topics: Array(51).fill('AI') }, 'topics has more than 50 entries'],
    ['title and date', { title: '', date: '' }, `title is missing; ${noDate}`],
  ])(
    'that is signed but invalid (%s) is noted and leaves the calendar as it was',
    async (_what, fields, reason) => {
      const { sql } = await openTestDatabase()
      await take(sql, message('create', 1))
      expect(await take(sql, message('update', 2, fields))).toEqual({ outcome: 'faulty', reason })
      expect(await titles(sql)).toEqual(['title of 1'])
      expect(await listContentFaults(sql)).toMatchObject([{ documentId: 'demo-day', revision: 'r2', reason }])
      await take(sql, message('update', 3))
      expect(await titles(sql)).toEqual(['title of 3'])
      expect(await listContentFaults(sql)).toEqual([])
    },
  )

  it('that the database refuses is recorded as a fault of its document', async () => {
    const { sql } = await openTestDatabase()
    await sql`alter table events add constraint no_knitting check (title <> 'knitting')`
    const reason = expect.stringContaining('the database refuses this document: ') as string
    expect(await take(sql, message('create', 1, { title: 'knitting' }))).toEqual({
      outcome: 'faulty',
      reason,
    })
    expect(await listContentFaults(sql)).toMatchObject([{ documentId: 'demo-day', revision: 'r1', reason }])
    await take(sql, message('update', 2))
    expect(await titles(sql)).toEqual(['title of 2'])
    expect(await listContentFaults(sql)).toEqual([])
  })

  it.each([['event'], ['sponsors']])(
    'whose id cannot be stored does not block other changes (%s)',
    async (_type) => {
      const { sql } = await openTestDatabase()
      const unstorable = message('create', 1, { _id: 'a\u0000b', _type })
      expect(await take(sql, unstorable)).toMatchObject({ outcome: 'faulty' })
      expect(await take(sql, message('create', 1))).toEqual({ outcome: 'taken' })
    },
  )

  it('with a venue, neighborhood or topic that is no longer in the lists is shown', async () => {
    const { sql } = await openTestDatabase()
    const labels = {
      venue: 'The old pier',
      neighborhood: 'Atlantis',
      topics: ['AI', 'Web 2.0'],
      types: ['Séance'],
    }
    expect(await take(sql, message('create', 1, labels))).toEqual({ outcome: 'taken' })
    expect(await sql`select topics, types from events`).toMatchObject([
      { topics: ['AI', 'Web 2.0'], types: ['Séance'] },
    ])
  })

  it('that is valid and arrives late does not clear the fault of a later one', async () => {
    const { sql } = await openTestDatabase()
    await take(sql, message('update', 3, { title: undefined }))
    await take(sql, message('update', 2))
    expect(await titles(sql)).toEqual(['title of 2'])
    expect(await listContentFaults(sql)).toMatchObject([{ revision: 'r3' }])
  })

  it('that is faulty and arrives after the removal is not reported as a fault', async () => {
    const { sql } = await openTestDatabase()
    await take(sql, message('delete', 3))
    await take(sql, message('update', 2, { title: undefined }))
    expect(await listContentFaults(sql)).toEqual([])
  })

  it('that is faulty and older than the stored one is not reported as a fault', async () => {
    const { sql } = await openTestDatabase()
    await take(sql, message('update', 5))
    await take(sql, message('update', 4, { title: undefined }))
    expect(await titles(sql)).toEqual(['title of 5'])
    expect(await listContentFaults(sql)).toEqual([])
  })

  it('with the same timestamp as the previous one is applied in the order of arrival', async () => {
    const { sql } = await openTestDatabase()
    await take(sql, message('create', 1))
    await take(sql, message('update', 1, { _rev: 'another', title: 'told later' }))
    expect(await titles(sql)).toEqual(['told later'])
  })

  it('does not touch rows that were inserted by hand', async () => {
    const { sql } = await openTestDatabase()
    const id = '0b5c1d3e-0000-4000-8000-00000000000f'
    await sql`
      insert into events (id, title, date, organizers, location)
      values (${id}, 'by hand', now(), 'somebody', 'somewhere')
    `
    await take(sql, message('delete', 3, { _id: id }))
    expect(await titles(sql)).toEqual(['by hand'])
  })
})

describe('a change of a venue', () => {
  it('fault 9: delete then late update: stays deleted, until it is published again', async () => {
    const { sql } = await openTestDatabase()
    const names = async () => (await sql`select name from venues`).map(({ name }) => name as string)
    for (const [operation, minute] of [
      ['create', 1],
      ['delete', 3],
      ['update', 2],
    ] as const)
      await take(sql, venue(operation, minute))
    expect(await names()).toEqual([])
    await take(sql, venue('create', 4))
    await take(sql, venue('delete', 3))
    expect(await names()).toEqual(['pier of 4'])
  })

  const venue = (
    operation: ContentMessage['operation'],
    minute: number,
    fields: Record<string, unknown> = {},
  ) =>
    message(operation, minute, {
      _id: 'venue-pier',
      _type: 'venue',
      name: `pier of ${minute}`,
      address: 'Pier 1',
      coordinates: { _type: 'geopoint', lat: 37.7955, lng: -122.3937 },
      ...fields,
    })
  const read = (sql: Database) => sql`select name, address, latitude, longitude, url from venues`
  const whole = { address: 'Pier 1', latitude: 37.7955, longitude: -122.3937, url: null }

  it('updates it, whatever the order of arrival, and removes it; its events stay', async () => {
    const { sql } = await openTestDatabase()
    await take(sql, message('create', 1, { venueRef: { _type: 'reference', _ref: 'venue-pier' } }))
    await take(sql, venue('create', 1))
    expect(await read(sql)).toEqual([{ name: 'pier of 1', ...whole }])
    await take(sql, venue('update', 3, { coordinates: null, url: 'https://example.org/pier' }))
    await take(sql, venue('update', 2))
    expect(await read(sql)).toEqual([
      {
        name: 'pier of 3',
        address: 'Pier 1',
        latitude: null,
        longitude: null,
        url: 'https://example.org/pier',
      },
    ])
    await take(sql, venue('delete', 3))
    expect(await read(sql)).toEqual([])
    expect(await sql`select title, venue_id from events`).toEqual([
      { title: 'title of 1', venueId: 'venue-pier' },
    ])
  })

  const nowhere =
    'coordinates must be a latitude from -90 to 90 and a longitude from -180 to 180, both in degrees'

  it.each([
    ['name', { name: ' ' }, 'name is missing'],
    ['latitude', { coordinates: { lat: 90.1, lng: 0 } }, nowhere],
    ['longitude', { coordinates: { lat: 0, lng: -180.1 } }, nowhere],
    ['half of the coordinates', { coordinates: { lat: 0 } }, nowhere],
    ['coordinates as text', { coordinates: { lat: '37', lng: '-122' } }, nowhere],
    ['url', { url: 'javascript:alert(1)' }, noAddress],
  ])('that is invalid (%s) is recorded and leaves the venue unchanged', async (_what, fields, reason) => {
    const { sql } = await openTestDatabase()
    await take(sql, venue('create', 1))
    expect(await take(sql, venue('update', 2, fields))).toEqual({ outcome: 'faulty', reason })
    expect(await read(sql)).toEqual([{ name: 'pier of 1', ...whole }])
    expect(await listContentFaults(sql)).toMatchObject([{ documentId: 'venue-pier', revision: 'r2', reason }])
    await take(sql, venue('update', 3))
    expect(await listContentFaults(sql)).toEqual([])
  })
})

it('records the change of a page without adding an event', async () => {
  const { sql } = await openTestDatabase()
  await take(sql, message('update', 1, { _id: 'sponsors', _type: 'sponsors' }))
  expect(await findNewestChange(sql, 'sponsors')).toMatchObject({ documentType: 'sponsors' })
  expect(await titles(sql)).toEqual([])
})
