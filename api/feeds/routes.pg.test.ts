import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { addDays, moveToDay, toDay } from '#domain/pacific.ts'
import { insertEvent } from '../tests/events.ts'
import { postOne } from '../tests/manage.ts'
import { change } from '../tests/moderate.ts'
import { type Served, serve } from '../tests/serve.ts'

async function readCalendar({ base }: Served, path: string): Promise<Array<Record<string, string>>> {
  const answer = await fetch(base + path)
  expect([path, answer.status]).toEqual([path, 200])
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const calendar = ICAL.Component.fromString(await answer.text())
  return calendar
    .getAllSubcomponents('vevent')
    .map((event) =>
      Object.fromEntries(event.getAllProperties().map((each) => [each.name, String(each.getFirstValue())])),
    )
}

const titles = (events: Array<Record<string, string>>) => events.map(({ summary }) => summary)

/** Noon in San Francisco, so many days from today. */
const inDays = (days: number) => moveToDay('2026-11-21T20:00:00Z', addDays(toDay(new Date()), days))

describe('calendar files', () => {
  it('have the events that match the page’s filters, from 90 days ago on', async () => {
    const served = await serve()
    await insertEvent(served.sql, { title: 'long ago', date: inDays(-91) })
    await insertEvent(served.sql, { title: 'past', date: inDays(-89) })
    await insertEvent(served.sql, { title: 'soon', date: inDays(3), location: 'Homebrew', topics: ['AI'] })
    await insertEvent(served.sql, { title: 'later', date: inDays(60), location: 'SHACK15' })
    const read = async (query: string) => titles(await readCalendar(served, `/events.ics${query}`))
    await expect.poll(() => read('')).toEqual(['past', 'soon', 'later'])
    expect(await read('?venue=Homebrew')).toEqual(['soon'])
    expect(await read('?date=week')).toEqual(['soon'])
    expect(await read('?topic=SaaS')).toEqual(['past', 'later'])
    const file = await (await fetch(`${served.base}/events.ics?topic=SaaS`)).text()
    expect(file).toContain('NAME:SF Tech Week - Events Calendar: SaaS or no topic named\r\n')
    expect(await read('?venue=nonsense&other=1')).toEqual(['past', 'soon', 'later'])
  })

  it('exist for a day, an event and a series', async () => {
    const served = await serve()
    const id = await insertEvent(served.sql, { title: 'one', date: inDays(3) })
    await insertEvent(served.sql, { title: 'two', date: inDays(10) })
    await insertEvent(served.sql, { title: 'other', date: inDays(10) })
    await served.sql`update events set series = 'weekly / pitch' where title <> 'other'`
    const read = async (path: string) => titles(await readCalendar(served, path))
    const series = `/series/${encodeURIComponent('weekly / pitch')}.ics`
    await expect.poll(() => read(series).catch(() => [])).toEqual(['one', 'two'])
    await expect.poll(() => read(`/events/${toDay(inDays(10))}.ics`)).toEqual(['other', 'two'])
    expect(await read(`/events/${toDay(inDays(11))}.ics`)).toEqual([])
    expect(await read(`/event/${id}.ics`)).toEqual(['one'])
  })

  it('keep a cancelled event, with the same UID and a higher SEQUENCE', async () => {
    const served = await serve()
    const id = await insertEvent(served.sql, { date: inDays(3) })
    await served.sql`update events set updated_at = '2020-01-01'`
    await expect
      .poll(async () => (await readCalendar(served, '/events.ics'))[0]?.['dtstamp'] ?? '')
      .toMatch(/^2020/)
    const [before] = await readCalendar(served, '/events.ics')
    await served.sql`update events set status = 'cancelled', updated_at = now()`
    await expect.poll(() => readCalendar(served, '/events.ics')).toMatchObject([{ status: 'CANCELLED' }])
    const [after] = await readCalendar(served, '/events.ics')
    expect([before?.['uid'], after?.['uid']]).toEqual([id, id])
    expect(Number(after?.['sequence'])).toBeGreaterThan(Number(before?.['sequence']))
  })

  it.each([
    '/events/2026-02-30.ics',
    '/events/feed.ics',
    '/event/6f1c2a53-5f5e-4c0e-9b43-0a5d6f1f8a11.ics',
    '/event/none.ics',
    '/series/none.ics',
    '/category/none/feed.xml',
    '/category/jobs/none/feed.json',
    '/category/jobs/%00/feed.atom',
  ])('answer 404 for %s', async (path) => {
    const { base } = await serve()
    const answer = await fetch(base + path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toContain('text/plain')
  })
})

type JsonFeed = {
  title: string
  home_page_url: string
  items: Array<{ id: string; url: string; title: string; content_text: string }>
}

const readJson = async ({ base }: Served, path: string) =>
  (await (await fetch(base + path)).json()) as JsonFeed

describe('web feeds', () => {
  it('have the events from today on, most recently changed first', async () => {
    const served = await serve()
    await insertEvent(served.sql, { title: 'past', date: inDays(-3) })
    await insertEvent(served.sql, { title: 'first', date: inDays(3) })
    await insertEvent(served.sql, { title: 'second', date: inDays(2) })
    await served.sql`update events set updated_at = now() - interval '1 minute', status = 'cancelled' where title = 'first'`
    await expect
      .poll(async () => (await readJson(served, '/events/feed.json')).items.map(({ title }) => title))
      .toEqual(['second', 'first (cancelled)'])
    const { title } = await readJson(served, '/events/feed.json?topic=AI&type=Dinner')
    expect(title).toBe('SF Tech Week - Events Calendar: AI or no topic named · Dinner or no type named')
  })

  it('have the listings of a category, a subcategory and a search, without contacts', async () => {
    const served = await serve()
    const listing = await postOne(served.base, {
      category: 'jobs',
      subcategory: 'product',
      title: 'violin',
      contact: 'secret@example.org',
    })
    for (const path of [
      '/category/jobs/feed.json',
      '/category/jobs/product/feed.json',
      '/category/jobs/feed.json?city=SF',
      '/search.json?q=violin',
    ]) {
      const feed = await readJson(served, path)
      expect(feed.items).toMatchObject([
        { title: 'violin', id: `urn:uuid:${listing.id}`, url: `http://site.test/listing/${listing.id}` },
      ])
      expect(JSON.stringify(feed)).not.toContain('secret')
    }
    for (const path of [
      '/category/gigs/feed.json',
      '/category/jobs/feed.json?city=NYC',
      '/search.json?q=piano',
    ])
      expect((await readJson(served, path)).items).toEqual([])
  })

  it('have the newest results of a search, not the best matches', async () => {
    const served = await serve()
    const place = { category: 'jobs', subcategory: 'product' }
    for (let count = 0; count < 12; count += 1)
      await postOne(served.base, { ...place, title: `violin ${count}` })
    await postOne(served.base, { ...place, title: 'other', description: 'also for a violin' })
    await insertEvent(served.sql, { title: 'violin night', date: inDays(3) })
    await insertEvent(served.sql, { title: 'violin matinee', date: inDays(-3) })
    const read = async () => (await readJson(served, '/search.json?q=violin')).items
    await expect.poll(async () => (await read()).length).toBe(14)
    const items = await read()
    const found = items.map(({ title }) => title)
    expect(found.filter((title) => title !== 'violin night')).toEqual([
      'other',
      ...Array.from({ length: 12 }, (_, index) => `violin ${11 - index}`),
    ])
    expect(items.find(({ title }) => title === 'other')).toMatchObject({ content_text: 'also for a violin' })
  })

  it('have no listing that is hidden or expired', async () => {
    const served = await serve()
    const listing = await postOne(served.base, {
      category: 'jobs',
      subcategory: 'product',
      title: 'violin',
    })
    const paths = ['/category/jobs/feed.json', '/search.json?q=violin']
    const count = () => Promise.all(paths.map(async (path) => (await readJson(served, path)).items.length))
    expect(await count()).toEqual([1, 1])
    await change(served.base, 'hide', [listing.id])
    await expect.poll(count).toEqual([0, 0])
    await change(served.base, 'show', [listing.id])
    await expect.poll(count).toEqual([1, 1])
    await served.sql`update listings set expires_at = now() - interval '1 second'`
    await expect.poll(count).toEqual([0, 0])
  })

  it.each(['q=', 'q=a&q=b', '', `q=${'x'.repeat(201)}`, 'q=a&city=Paris'])(
    'refuse the search %s',
    async (query) => {
      const { base } = await serve()
      expect((await fetch(`${base}/search.xml?${query}`)).status).toBe(400)
    },
  )
})

it('answers from the cache, compressed, with ETag and 304, and to any origin', async () => {
  const served = await serve()
  for (let count = 0; count < 5; count += 1) await insertEvent(served.sql, { date: inDays(3) })
  for (const path of ['/events.ics', '/events/feed.xml', '/events/feed.atom', '/events/feed.json']) {
    const read = (headers: Record<string, string>) => fetch(served.base + path, { headers })
    await served.sql`update events set title = ${`before ${path}`}`
    await expect.poll(async () => (await (await read({})).text()).split(`before ${path}`).length).toBe(6)
    const answer = await read({ 'Accept-Encoding': 'br', Origin: 'https://elsewhere.test' })
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(answer.headers.get('access-control-expose-headers')).toBe('ETag')
    const preflight = await fetch(served.base + path, { method: 'OPTIONS' })
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'If-None-Match',
    ])
    const etag = answer.headers.get('etag') ?? ''
    expect((await read({ 'Accept-Encoding': 'br', 'If-None-Match': etag })).status).toBe(304)
    await served.sql`update events set title = ${path}`
    await expect
      .poll(async () => (await read({ 'Accept-Encoding': 'br', 'If-None-Match': etag })).status)
      .toBe(200)
  }
})

it('uses the language of the address, not that of the reader’s program', async () => {
  const { base, sql } = await serve()
  await insertEvent(sql, { title: 'dinner', date: inDays(3) })
  await sql`update events set status = 'cancelled'`
  const read = async (path: string) =>
    (await fetch(base + path, { headers: { 'Accept-Language': 'es' } })).text()
  await expect.poll(() => read('/fr/events.ics')).toContain('Annulé')
  // Repeated, so that the answers come from the cache.
  for (const path of ['/events.ics', '/events.ics?lang=nonsense', '/events.ics', '/events.ics?lang=nonsense'])
    expect(await read(path)).toContain('Cancelled: dinner')
  const french = await read('/fr/events.ics')
  expect(french).toContain('Annulé')
  expect(french).toContain('http://site.test/fr/event/')
})

it('redirects addresses of version 1.0.0, which had the language in their query', async () => {
  const { base } = await serve()
  for (const [path, location] of [
    ['/events.ics?lang=fr&topic=AI', '/fr/events.ics?topic=AI'],
    ['/category/jobs/feed.xml?lang=es', '/es/category/jobs/feed.xml'],
    ['/embed/events?limit=5&lang=es', '/es/embed/events?limit=5'],
    ['/events/week.txt?lang=en', '/events/week.txt'],
  ] as const) {
    // The second time, the answer without the parameter is cached.
    for (const isCached of [false, true]) {
      const answer = await fetch(base + path, { redirect: 'manual' })
      expect([isCached, answer.status, answer.headers.get('location')]).toEqual([isCached, 308, location])
      await fetch(base + path)
    }
  }
  expect((await fetch(`${base}/about?lang=fr`, { redirect: 'manual' })).status).toBe(200)
})
