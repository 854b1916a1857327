import { describe, expect, it } from 'vitest'
import type { Database } from '../database/open.ts'
import { openTestDatabase } from '../tests/database.ts'
import { applyWebhook } from './apply-webhook.ts'
import { listContentFaults } from './fault-queries.ts'
import { type ContentMessage, readMessage } from './webhook.ts'

const noDate =
  'date must be a date and time that exists, from 1900 to 9998, with its time zone, such as 2026-12-01T18:30:00Z'
const image = { asset: { _ref: 'image-abc-800x600-jpg' }, alt: 'A full room' }
const noAddress = 'url must be a web address, http or https'

const listChanges = (sql: Database) => sql`select * from content_changes`

let count = 0

/** A webhook's message about an event, or about a venue by `_type`. `minute` is the time of the change. */
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
    name: `title of ${minute}`,
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

describe.each([
  { _type: 'event', table: 'events', title: 'title' },
  { _type: 'venue', table: 'venues', title: 'name' },
])('a change of each $_type', ({ _type, table, title }) => {
  const titlesOf = async (sql: Database) =>
    (await sql`select ${sql(title)} as title from ${sql(table)}`).map((row) => row['title'])
  /** `operation` may be `faulty`, too. */
  const make = (operation: string, minute: number, fields = {}) =>
    operation === 'faulty'
      ? message('update', minute, { _type, [title]: undefined })
      : message(operation as ContentMessage['operation'], minute, { _type, ...fields })

  it.each<[what: string, changes: string, shown: number | undefined, fault?: string]>([
    ['adds it', 'create 1', 1],
    ['updates it', 'create 1, update 2', 2],
    ['removes it', 'create 1, update 2, delete 3', undefined],
    ['is ignored if older than the stored one', 'update 5, update 4', 5],
    ['is ignored if older than the removal', 'create 1, delete 3, update 2', undefined],
    ['is not undone by an earlier removal', 'create 4, delete 3', 4],
    ['is undone by the removal of the same version', 'create 4, delete 3, delete 4', undefined],
    ['publishes it again', 'create 4, delete 4, create 5', 5],
    ['is noted if faulty', 'create 1, faulty 2', 1, 'r2'],
    ['clears a fault', 'create 1, faulty 2, update 3', 3],
    ['does not clear the fault of a later one', 'faulty 3, update 2', 2, 'r3'],
    ['is no fault if faulty and older than the removal', 'delete 3, faulty 2', undefined],
    ['is no fault if faulty and older than the stored one', 'update 5, faulty 4', 5],
  ])('fault 8, 9: %s', async (_what, changes, shown, fault) => {
    const { sql } = await openTestDatabase()
    for (const [, operation = '', minute] of changes.matchAll(/(\w+) (\d)/g))
      await take(sql, make(operation, Number(minute)))
    expect(await titlesOf(sql)).toEqual(shown === undefined ? [] : [`title of ${shown}`])
    const faults = await listContentFaults(sql)
    expect(faults.map(({ revision }) => revision)).toEqual(fault === undefined ? [] : [fault])
  })

  it('is no fault if faulty and older than what a sweep has stored', async () => {
    const { sql } = await openTestDatabase()
    await take(sql, make('create', 5))
    await sql`delete from content_changes`
    await take(sql, make('faulty', 4))
    expect(await listContentFaults(sql)).toEqual([])
  })

  it('that is delivered again, with the same key or another, changes nothing', async () => {
    const { sql } = await openTestDatabase()
    expect(await take(sql, make('create', 1), 'same')).toEqual({ outcome: 'taken' })
    const noted = await listChanges(sql)
    expect(await take(sql, make('create', 1), 'same')).toEqual({ outcome: 'known' })
    expect(await take(sql, make('create', 1), 'another')).toEqual({ outcome: 'known' })
    expect(await listChanges(sql)).toEqual(noted)
  })

  it('delivered fifty times at once is applied once', async () => {
    const { sql } = await openTestDatabase()
    const all = await Promise.all(Array.from({ length: 50 }, () => take(sql, make('create', 1), 'same')))
    expect(all.filter(({ outcome }) => outcome === 'taken')).toHaveLength(1)
    expect(await titlesOf(sql)).toHaveLength(1)
  })

  it('that the database refuses is recorded as a fault of its document', async () => {
    const { sql } = await openTestDatabase()
    await sql`alter table ${sql(table)} add constraint no_knitting check (${sql(title)} <> 'knitting')`
    const reason = expect.stringContaining('the database refuses this document: ') as string
    const refused = make('create', 1, { [title]: 'knitting' })
    expect(await take(sql, refused)).toEqual({ outcome: 'faulty', reason })
    expect(await listContentFaults(sql)).toMatchObject([{ documentId: 'demo-day', revision: 'r1', reason }])
    await take(sql, make('update', 2))
    expect(await titlesOf(sql)).toEqual(['title of 2'])
    expect(await listContentFaults(sql)).toEqual([])
  })

  it('with the same timestamp as the previous one is applied in the order of arrival', async () => {
    const { sql } = await openTestDatabase()
    await take(sql, make('create', 1))
    await take(sql, make('update', 1, { _rev: 'another', [title]: 'told later' }))
    expect(await titlesOf(sql)).toEqual(['told later'])
  })

  it('does not touch rows that were inserted by hand', async () => {
    const { sql } = await openTestDatabase()
    const id = '0b5c1d3e-0000-4000-8000-00000000000f'
    await sql`
      insert into events (id, title, date, organizers, location)
      values (${id}, 'by hand', now(), 'somebody', 'somewhere')
    `
    await sql`insert into venues (id, name) values (${id}, 'by hand')`
    await take(sql, make('delete', 3, { _id: id }))
    expect(await titlesOf(sql)).toEqual(['by hand'])
  })
})

it.each([['event'], ['venue'], ['sponsors']])(
  'a change whose id cannot be stored does not block other changes (%s)',
  async (_type) => {
    const { sql } = await openTestDatabase()
    const unstorable = message('create', 1, { _id: 'a\u0000b', _type })
    expect(await take(sql, unstorable)).toMatchObject({ outcome: 'faulty' })
    expect(await take(sql, message('create', 1))).toEqual({ outcome: 'taken' })
  },
)

describe('a change of an event', () => {
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

  it.each<[what: string, fields: Record<string, unknown>, reason: string]>([
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
    ['date: the year 9999 in UTC', { date: '9998-12-31T23:00:00-02:00' }, noDate],
    ...[
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '//evil.example',
      'https://example.org@evil.example',
    ].map((url): [string, { url: string }, string] => [url, { url }, noAddress]),
    ['url: too long', { url: `https://example.org/${'x'.repeat(2_000)}` }, noAddress],
    ['text: too long', { price: 'x'.repeat(201) }, 'price is too long: 201 characters, at most 200'],
    ['topics: not a list', { topics: 'AI' }, 'topics must be a list of texts'],
    ['topics: too many', { topics: Array(51).fill('AI') }, 'topics has more than 50 entries'],
    ['title and date', { title: '', date: '' }, 'title is missing; date is missing'],
    ['crop', { image: { ...image, crop: { top: 'all' } } }, 'image.crop.top must be a number from 0 to 1'],
  ])(
    'fault 11, 49: that is signed but invalid (%s) is noted and leaves the calendar as it was',
    async (_what, fields, reason) => {
      const { sql } = await openTestDatabase()
      await take(sql, message('create', 1))
      expect(await take(sql, message('update', 2, fields))).toEqual({ outcome: 'faulty', reason })
      expect(await titles(sql)).toEqual(['title of 1'])
      expect(await listContentFaults(sql)).toMatchObject([{ documentId: 'demo-day', revision: 'r2', reason }])
    },
  )

  it('fault 92, 93: is cleaned of what nobody sees, so that the calendar’s filters find it', async () => {
    const { sql } = await openTestDatabase()
    const fields = {
      title: 'Demo\tday\u2028\u200b',
      date: '2026-12-01T02:00:00Z\u200b',
      location: 'Frontier\u200b\u200c\u200d\ufeff\u00a0Tow\u00ader',
      topics: ['AI\u200b', 'AI', ' \u200b'],
      price: '\u202a$10\u202c',
      registrationType: ' \u200b',
      url: 'https://example.org/\u200b ',
      image: {
        ...image,
        crop: { top: -1.1e-16, right: 1.0000000000000002e-1, left: null },
        hotspot: { y: 1.0000000000000002 },
      },
    }
    expect(await take(sql, message('create', 1, fields))).toEqual({ outcome: 'taken' })
    expect(
      await sql`select title, date, location, topics, price, registration_type, url from events`,
    ).toEqual([
      {
        title: 'Demo day',
        date: new Date('2026-12-01T02:00:00Z'),
        location: 'Frontier Tower',
        topics: ['AI'],
        price: '$10',
        registrationType: null,
        url: 'https://example.org/',
      },
    ])
  })

  it('with a neighborhood or topic that is no longer in the lists is shown', async () => {
    const { sql } = await openTestDatabase()
    const labels = {
      neighborhood: 'Atlantis',
      topics: ['AI', 'Web 2.0'],
      types: ['Séance'],
    }
    expect(await take(sql, message('create', 1, labels))).toEqual({ outcome: 'taken' })
    expect(await sql`select topics, types from events`).toMatchObject([
      { topics: ['AI', 'Web 2.0'], types: ['Séance'] },
    ])
  })
})

describe('a change of a venue', () => {
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

  it('stores and clears all fields; its events stay when it is removed', async () => {
    const { sql } = await openTestDatabase()
    await take(sql, message('create', 1, { venueRef: { _type: 'reference', _ref: 'venue-pier' } }))
    await take(sql, venue('create', 1))
    expect(await read(sql)).toEqual([{ name: 'pier of 1', ...whole }])
    await take(sql, venue('update', 3, { coordinates: null, url: 'https://example.org/pier' }))
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
  })
})

it('records the change of a page without adding an event', async () => {
  const { sql } = await openTestDatabase()
  await take(sql, message('update', 1, { _id: 'sponsors', _type: 'sponsors' }))
  expect(await listChanges(sql)).toMatchObject([{ documentId: 'sponsors', documentType: 'sponsors' }])
  expect(await titles(sql)).toEqual([])
})

describe('a change of the programme', () => {
  const programme = (minute: number, fields: object, operation: ContentMessage['operation'] = 'update') =>
    message(operation, minute, { _id: 'programme', _type: 'programme', ...fields })
  const readDays = async (sql: Database) => {
    const rows = await sql<Array<{ contentId: string; date: Date; allDay: boolean }>>`
      select content_id, date, all_day from events order by date
    `
    return rows.map(({ contentId, date, allDay }) => [contentId, date.toISOString(), allDay])
  }

  it('adds, moves and removes the events of its dates, in the calendar of San Francisco', async () => {
    const { sql } = await openTestDatabase()
    await take(sql, programme(2, { opens: '2026-03-08', closes: '2026-11-01', demoDays: ['2027-03-05'] }))
    expect(await readDays(sql)).toEqual([
      ['programme.opens', '2026-03-08T08:00:00.000Z', true],
      ['programme.closes', '2026-11-01T07:00:00.000Z', true],
      ['programme.demoDay-1', '2027-03-05T08:00:00.000Z', true],
    ])
    const ids = await sql`select id from events order by date`
    await take(sql, programme(4, { opens: '2026-03-09', closes: '2026-11-02' }))
    await take(sql, programme(3, { opens: '2026-05-05', demoDays: ['2027-03-06'] }))
    expect(await readDays(sql)).toEqual([
      ['programme.opens', '2026-03-09T07:00:00.000Z', true],
      ['programme.closes', '2026-11-02T08:00:00.000Z', true],
    ])
    expect([...(await sql`select id from events order by date`)]).toEqual(ids.slice(0, 2))
    await take(sql, programme(5, { demoDays: ['2027-03-05'], closes: 'soon' }))
    expect(await titles(sql)).toEqual(['Pre-accelerator: demo day'])
    await take(sql, programme(6, {}, 'delete'))
    expect(await readDays(sql)).toEqual([])
  })
})
