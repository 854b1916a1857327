import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { ContentError } from '#domain/content/content-error.ts'
import { type CalendarEvent, eventTypes, topics } from '#domain/events/event.ts'
import type { AppDependencies } from '../app.ts'
import { createRelease } from '../publishing/releases/release.ts'
import { openTestDatabase } from '../tests/database.ts'
import { insertEvent, insertVenue } from '../tests/events.ts'
import { makeFiles, serve, serveOver } from '../tests/serve.ts'
import { pollOptions } from '../tests/poll-options.ts'

async function readEvents(base: string, query = ''): Promise<CalendarEvent[]> {
  const response = await fetch(`${base}/api/events${query}`)
  expect(response.status).toBe(200)
  return (await response.json()) as CalendarEvent[]
}

const titlesOf = async (base: string, query = '') => (await readEvents(base, query)).map(({ title }) => title)

describe('GET /api/events', () => {
  it('returns every field of an event, with null for missing values', async () => {
    const { sql, url } = await openTestDatabase()
    const id = await insertEvent(sql, { topics: ['AI'], types: ['Dinner'], price: null })
    const { base } = await serveOver({ sql, url })
    expect(await readEvents(base)).toEqual([
      {
        id,
        title: 'Founders breakfast',
        date: '2026-11-21T17:00:00.000Z',
        organizers: 'the founders community',
        location: 'SHACK15, Embarcadero',
        description: 'Coffee.\nNo pitches.',
        url: 'https://example.org/breakfast',
        price: null,
        registrationType: 'open',
        topics: ['AI'],
        types: ['Dinner'],
        updatedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      },
    ])
  })

  it('returns the end, state and details of an event', async () => {
    const { sql, url } = await openTestDatabase()
    await insertEvent(sql)
    await sql`
      update events
      set ends_at = '2026-11-21T19:00:00Z', status = 'rescheduled', former_date = '2026-11-14T17:00:00Z',
        all_day = true, address = '1 Main St', organizer_url = 'https://example.org', series = 'breakfasts',
        language = 'es', recording_url = 'https://example.org/video', slides_url = 'https://example.org/slides'
    `
    const { base } = await serveOver({ sql, url })
    const state = {
      end: '2026-11-21T19:00:00.000Z',
      allDay: true,
      status: 'rescheduled',
      formerDate: '2026-11-14T17:00:00.000Z',
    }
    expect(await readEvents(base)).toMatchObject([
      {
        ...state,
        address: '1 Main St',
        organizerUrl: 'https://example.org',
        series: 'breakfasts',
        recordingUrl: 'https://example.org/video',
        slidesUrl: 'https://example.org/slides',
      },
    ])
  })

  it('includes the current venue without empty fields, and no venue once it is deleted', async () => {
    const { sql, url } = await openTestDatabase()
    await insertEvent(sql, { venueId: 'venue-shack15' })
    const { base } = await serveOver({ sql, url })
    const readVenue = async (query = '') => (await readEvents(base, query))[0]?.venue
    expect(await readVenue()).toBeUndefined()
    await insertVenue(sql)
    const venue = {
      name: 'SHACK15',
      address: '1 Ferry Building',
      coordinates: { latitude: 37.7955, longitude: -122.3937 },
    }
    await expect.poll(() => readVenue(), pollOptions).toEqual(venue)
    expect(await readVenue('?from=2026-11-21')).toEqual(venue)

    await sql`
      update venues
      set address = null, latitude = null, longitude = null, url = 'https://example.org', updated_at = '2031-01-01Z'
    `
    await expect.poll(() => readVenue(), pollOptions).toEqual({ name: 'SHACK15', url: 'https://example.org' })
    expect(await readEvents(base)).toMatchObject([{ updatedAt: '2031-01-01T00:00:00.000Z' }])

    await sql`delete from venues`
    await expect.poll(() => readVenue(), pollOptions).toBeUndefined()
    expect(await readEvents(base)).toMatchObject([{ location: 'SHACK15, Embarcadero' }])
  })

  it('includes the image; the site serves its files and no others', async () => {
    const { sql, url } = await openTestDatabase()
    const id = await insertEvent(sql)
    await insertEvent(sql, { title: 'torn' })
    const picture = { assetId: 'image-abc-800x600-jpg', alt: 'A full room' }
    await sql`update events set image = ${sql.json(picture)} where id = ${id}`
    await sql`update events set image = '[]' where id <> ${id}`
    const { base } = await serveOver({ sql, url })
    const [event, torn] = await readEvents(base)
    expect(event?.image).toMatchObject({ alt: 'A full room', width: 800, height: 600 })
    expect(torn).not.toHaveProperty('image')
    const path = event?.image?.url ?? ''
    expect(path).toBe('/images/image-abc-800x600-jpg/full-800.webp')

    const served = await fetch(base + path)
    expect(served.status).toBe(200)
    expect(served.headers.get('content-type')).toBe('image/webp')
    expect(served.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await served.text()).toBe(`the image ${path}`)
    for (const other of [
      path.replace('800.webp', '799.webp'),
      path.replace('full', '0_0_10_10'),
      path.replace('abc', 'other'),
    ])
      expect((await fetch(base + other)).status).toBe(404)
    const release = createRelease('r', { files: makeFiles() })
    const away: AppDependencies['releases'] = {
      read: () => release,
      readStale: () => [],
      findEarlierAsset: async () => undefined,
      renderImage: async () => {
        throw new ContentError('the content does not answer', 'content-unreadable')
      },
      renderPage: async () => ({ html: '', hasRecord: true, reads: [] }),
    }
    const { base: alone } = await serveOver({ sql, url }, {}, { releases: away })
    const refused = await fetch(alone + path)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  })

  it('includes an event of several days in each window in which it runs, and omits invalid ends', async () => {
    const { sql, url } = await openTestDatabase()
    await insertEvent(sql, { title: 'fair', end: '2026-11-24T01:00:00Z' })
    await insertEvent(sql, { title: 'backwards', date: '2026-11-21T18:00:00Z', end: '2026-11-20T17:00:00Z' })
    await insertEvent(sql, { title: 'endless', date: '2026-11-21T19:00:00Z', end: 'infinity' })
    const { base } = await serveOver({ sql, url })
    const all = ['fair', 'backwards', 'endless']
    expect(await titlesOf(base)).toEqual(all)
    expect((await readEvents(base)).map(({ end }) => end)).toEqual([
      '2026-11-24T01:00:00.000Z',
      undefined,
      undefined,
    ])
    for (const [query, titles] of [
      ['?to=2026-11-20', []],
      ['?from=2026-11-21', all],
      ['?from=2026-11-22&to=2026-11-22', ['fair']],
      ['?from=2026-11-23', ['fair']],
      ['?from=2026-11-24', []],
    ] as const)
      expect(await titlesOf(base, query)).toEqual(titles)
  })

  it('is sorted by date, then title', async () => {
    const { sql, url } = await openTestDatabase()
    const [early, late] = ['2026-11-21T17:00:00Z', '2026-11-21T17:00:00.001Z']
    for (const [title, date] of [
      ['c', late],
      ['b', early],
      ['a', late],
      ['B', early],
    ] as const) {
      await insertEvent(sql, { title, date })
    }
    const { base } = await serveOver({ sql, url })
    expect(await titlesOf(base)).toEqual(['B', 'b', 'a', 'c'])
  })

  it('is an empty list without events', async () => {
    const { base } = await serve()
    expect(await readEvents(base)).toEqual([])
  })

  it('leaves out events with dates that no page could show', async () => {
    const { sql, url } = await openTestDatabase()
    for (const date of [
      'infinity',
      '-infinity',
      '12026-01-01',
      '0044-03-15 BC',
      '1900-01-01',
      '1900-01-02',
      '9998-12-31',
      '9999-01-01',
    ]) {
      await insertEvent(sql, { title: date, date })
    }
    const { base } = await serveOver({ sql, url })
    expect(await titlesOf(base)).toEqual(['1900-01-02', '9998-12-31'])
  })

  it('fault 59: is always sent whole, with a strong ETag for each encoding; 304 if it matches, 200 after a change', async () => {
    const { sql, url } = await openTestDatabase()
    await insertEvent(sql, { description: 'long '.repeat(400) })
    const { base } = await serveOver({ sql, url })
    const get = (headers: Record<string, string>) => fetch(`${base}/api/events`, { headers })
    const first = await get({ 'Accept-Encoding': 'br' })
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]+-br"$/)
    expect([first.headers.get('content-encoding'), first.headers.get('vary')]).toEqual([
      'br',
      'Accept-Encoding',
    ])
    expect((await get({ 'Accept-Encoding': 'gzip' })).headers.get('etag')).toMatch(/-gzip"$/)
    expect((await get({ 'Accept-Encoding': 'br', 'If-None-Match': tag })).status).toBe(304)
    const part = await get({ Range: 'bytes=0-3' })
    expect([part.status, await part.text()]).toEqual([200, await first.text()])
    await insertEvent(sql, { title: 'new' })
    await expect
      .poll(async () => (await get({ 'Accept-Encoding': 'br', 'If-None-Match': tag })).status, pollOptions)
      .toBe(200)
  })

  it.each([
    [
      'insert',
      (id: string) =>
        `insert into events (title, date, organizers, location) values ('${id}', now(), '', '')`,
    ],
    ['update', (id: string) => `update events set title = 'other' where id = '${id}'`],
    ['delete', (id: string) => `delete from events where id = '${id}'`],
    ['truncate', () => 'truncate events'],
  ])('picks up changes of another process: %s', async (_what, statement) => {
    const { sql, url } = await openTestDatabase()
    const id = await insertEvent(sql)
    const { base } = await serveOver({ sql, url })
    const before = JSON.stringify(await readEvents(base))
    const script = `
      const { connect } = await import(${JSON.stringify(import.meta.resolve('../database/open.ts'))})
      const sql = connect(process.argv[1])
      await sql.unsafe(process.argv[2])
      await sql.end()`
    const other = spawn(process.execPath, ['--input-type=module', '-e', script, url, statement(id)], {
      stdio: 'inherit',
    })
    expect(await once(other, 'exit')).toEqual([0, null])
    await expect.poll(async () => JSON.stringify(await readEvents(base)), pollOptions).not.toBe(before)
  })

  it('catches up on changes that happened while its notification connection was down', async () => {
    const { sql, url } = await openTestDatabase()
    const { base } = await serveOver({ sql, url })
    expect(await readEvents(base)).toEqual([])
    const cut = () => sql<Array<{ pid: number }>>`
      select pg_terminate_backend(pid), pid from pg_stat_activity
      where application_name = 'founderlist notifications' and datname = current_database()
    `
    await expect.poll(async () => (await cut()).length, pollOptions).toBe(1)
    await insertEvent(sql, { title: 'meanwhile' })
    await expect.poll(() => titlesOf(base), pollOptions).toEqual(['meanwhile'])
    await insertEvent(sql, { title: 'afterwards' })
    await expect.poll(() => titlesOf(base), pollOptions).toEqual(['afterwards', 'meanwhile'])
  })

  it('shows the last state after a burst of changes', async () => {
    const { sql, url } = await openTestDatabase()
    const { base } = await serveOver({ sql, url })
    await Promise.all(Array.from({ length: 300 }, (_, n) => insertEvent(sql, { title: `event ${n}` })))
    await expect
      .poll(async () => (await readEvents(base)).length, { ...pollOptions, interval: 250 })
      .toBe(300)
  })

  it('serves the last state while the table cannot be read, and the new state afterwards', async () => {
    const { sql, url } = await openTestDatabase()
    await insertEvent(sql, { title: 'kept' })
    const { base } = await serveOver({ sql, url })
    expect(await titlesOf(base)).toEqual(['kept'])
    await sql`alter table events rename to events_away`
    await sql`update events_away set title = 'changed'`
    expect(await titlesOf(base)).toEqual(['kept'])
    await sql`alter table events_away rename to events`
    await expect.poll(() => titlesOf(base), pollOptions).toEqual(['changed'])
  })
})

describe('GET /api/events?from=&to=', () => {
  async function serveDays() {
    const { sql, url } = await openTestDatabase()
    const instants = {
      'last of Oct 31': '2026-11-01T06:59:59.999Z',
      'first of Nov 1': '2026-11-01T07:00:00Z',
      'last of Nov 1': '2026-11-02T07:59:59.999Z',
      'first of Nov 2': '2026-11-02T08:00:00Z',
    }
    for (const [title, date] of Object.entries(instants)) await insertEvent(sql, { title, date })
    return serveOver({ sql, url })
  }

  it.each([
    ['?from=2026-11-01&to=2026-11-01', ['first of Nov 1', 'last of Nov 1']],
    ['?from=2026-11-02', ['first of Nov 2']],
    ['?to=2026-10-31', ['last of Oct 31']],
    ['?from=2026-12-01&to=2026-12-31', []],
    [
      '?from=1900-01-01&to=9998-12-31',
      ['last of Oct 31', 'first of Nov 1', 'last of Nov 1', 'first of Nov 2'],
    ],
  ])('%s answers the events of those days in Pacific time', async (query, titles) => {
    const { base } = await serveDays()
    expect(await titlesOf(base, query)).toEqual(titles)
    expect(await titlesOf(base, query)).toEqual(titles)
  })

  it('gives the same cached answer to all windows that contain every event', async () => {
    const { base } = await serveDays()
    const tags = ['?from=1901-01-01', '?from=1902-01-01&to=9000-12-31', '?to=9998-12-31'].map(async (query) =>
      (await fetch(`${base}/api/events${query}`)).headers.get('etag'),
    )
    expect(new Set(await Promise.all(tags)).size).toBe(1)
  })

  it('omits descriptions', async () => {
    const { base } = await serveDays()
    const [event] = await readEvents(base, '?from=2026-11-02')
    expect(event).not.toHaveProperty('description')
    expect(event).toHaveProperty('url')
  })

  it.each([
    ['?from=tomorrow', 'from must be one day, like 2026-11-21'],
    ['?from=2026-02-30', 'from must be one day, like 2026-11-21'],
    ['?from=', 'from must be one day, like 2026-11-21'],
    ['?to=2026-11-1', 'to must be one day, like 2026-11-21'],
    ['?to=1899-12-31', 'to must be one day, like 2026-11-21'],
    ['?to=2026-11-01T00:00:00Z', 'to must be one day, like 2026-11-21'],
    ['?from=2026-11-01&from=2026-11-02', 'from must be one day, like 2026-11-21'],
    ["?from=2026-11-01'--", 'from must be one day, like 2026-11-21'],
    ['?from=2026-11-02&to=2026-11-01', 'to must not be before from'],
  ])('%s is refused with a message', async (query, text) => {
    const { base } = await serve()
    const response = await fetch(`${base}/api/events${query}`)
    expect([response.status, await response.text()]).toEqual([400, text])
  })
})

describe('the table of events', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    ' https://example.org',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    'example.org',
    'https://',
    'https:///path',
    'https://example.org/a b',
    '',
  ])('fault 49: rejects the link %j', async (url) => {
    const { sql } = await openTestDatabase()
    await expect(insertEvent(sql, { url })).rejects.toThrow('events_url_is_web_address')
  })

  it('accepts topics and types that are not in the lists, and returns them unchanged', async () => {
    const served = await serve()
    await insertEvent(served.sql, { topics: [...topics, 'Knitting'], types: [...eventTypes, 'Nap'] })
    const read = async () => (await fetch(`${served.base}/api/events`)).json()
    await expect
      .poll(read, pollOptions)
      .toMatchObject([{ topics: [...topics, 'Knitting'], types: [...eventTypes, 'Nap'] }])
    expect((await fetch(`${served.base}/events?topic=AI`)).status).toBe(200)
  })

  it.each([['topics'], ['types']])('rejects null among the %s', async (column) => {
    const { sql } = await openTestDatabase()
    const id = await insertEvent(sql)
    await expect(sql`update events set ${sql(column)} = array[null] where id = ${id}`).rejects.toThrow(
      `events_${column}_are_texts`,
    )
  })
})

describe('the pages of events', () => {
  it.each([
    ['/events', 200, 'events.html'],
    ['/events/2026-11-21', 200, 'events.html'],
    ['/events/2028-02-29', 200, 'events.html'],
    ['/events/2026-02-30', 404, '404.html'],
    ['/events/2026-2-3', 404, '404.html'],
    ['/events/1899-12-31', 404, '404.html'],
    ['/events/9999-01-01', 404, '404.html'],
    ['/events/today', 404, '404.html'],
    ['/events/2026-11-21/x', 404, '404.html'],
    ['/event', 404, '404.html'],
    ['/event/x', 404, 'missing'],
    ['/event/00000000-0000-4000-8000-000000000000', 404, 'missing'],
  ])('%s answers %i', async (path, status, file) => {
    const { base } = await serve()
    const response = await fetch(base + path)
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(file)])
  })

  it('answer 200 for an existing event, with its id in upper or lower case', async () => {
    const { sql, url } = await openTestDatabase()
    const id = await insertEvent(sql)
    const { base } = await serveOver({ sql, url })
    for (const address of [id, id.toUpperCase()])
      expect((await fetch(`${base}/event/${address}`)).status).toBe(200)
  })
})
