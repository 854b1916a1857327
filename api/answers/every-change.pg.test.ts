import { expect, it } from 'vitest'
import { toDay } from '#domain/pacific.ts'
import type { Database } from '../database/open.ts'
import { openTestDatabase } from '../tests/database.ts'
import { insertEvent } from '../tests/events.ts'
import { manage } from '../tests/manage.ts'
import { listingInput, post, type Served, serveOver } from '../tests/serve.ts'
import { pollOptions } from '../tests/poll-options.ts'

/** Two processes of the site over one database. */
async function serveTwo() {
  const { sql, url } = await openTestDatabase()
  const first = await serveOver({ sql, url })
  const second = await serveOver({ sql, url })
  return { sql, first, second, both: [first, second] }
}

/** Whether each of these pages and lists contains the text. */
async function readEach({ base }: Served, paths: readonly string[], text: string) {
  const answers = await Promise.all(paths.map(async (path) => (await fetch(base + path)).text()))
  return paths.map((path, index) => `${path}: ${answers[index]?.includes(text)}`)
}

const expected = (paths: readonly string[], isThere: boolean) => paths.map((path) => `${path}: ${isThere}`)

/** Polls each process until all answers contain the text, or none do. The polling also fills the caches. */
async function expectSoon(sites: Served[], paths: readonly string[], text: string, isThere: boolean) {
  for (const site of sites) {
    await expect.poll(() => readEach(site, paths, text), pollOptions).toEqual(expected(paths, isThere))
  }
}

/** Like `expectSoon`, but without polling. */
async function expectNow(site: Served, paths: readonly string[], text: string, isThere: boolean) {
  expect(await readEach(site, paths, text)).toEqual(expected(paths, isThere))
}

const pagesOf = (id: string) => [`/listing/${id}`, `/api/listings/${id}`]
const listsOf = (category: string, subcategory: string) =>
  [category, `${category}/${subcategory}`].flatMap((place) => [
    `/category/${place}`,
    `/category/${place}?city=SF`,
    `/api/listings/category/${place}`,
    `/api/listings/category/${place}?city=SF`,
    `/category/${place}/feed.xml`,
  ])
const searchesFor = (text: string) => [`/api/search?q=${text}`, `/?q=${text}`, `/search.atom?q=${text}`]
const housing = listsOf('housing', 'rooms-shared')
const gigs = listsOf('gigs', 'bounties')
/** Paths whose answers show a listing of these tests. */
const around = (id: string) => [...pagesOf(id), ...housing, ...searchesFor('violin')]

it('shows a post, edit, renewal or deletion at once in the process that received it, and soon in every process', async () => {
  const { first, second, both, sql } = await serveTwo()
  await expectSoon(both, [...housing, ...searchesFor('violin')], 'violin 1', false)
  const posted = await post(first.base, listingInput({ title: 'violin 1' }))
  const { id, manageToken: token } = (await posted.json()) as { id: string; manageToken: string }
  const shown = around(id)
  await expectNow(first, shown, 'violin 1', true)
  await expectSoon(both, shown, 'violin 1', true)

  await manage(second.base, ['PATCH', id], token, {
    title: 'violin 2',
    category: 'gigs',
    subcategory: 'bounties',
  })
  const moved = [...pagesOf(id), ...gigs, ...searchesFor('violin')]
  await expectNow(second, moved, 'violin 2', true)
  await expectNow(second, housing, 'violin', false)
  await expectSoon(both, moved, 'violin 2', true)
  await expectSoon(both, housing, 'violin', false)

  await sql`update listings set expires_at = now() - interval '1 hour'`
  await expectSoon(both, moved, 'violin 2', false)
  await manage(first.base, ['POST', `${id}/renew`], token)
  await expectNow(first, moved, 'violin 2', true)
  await expectSoon(both, moved, 'violin 2', true)

  await manage(first.base, ['DELETE', id], token)
  await expectNow(first, moved, 'violin 2', false)
  await expectSoon(both, moved, 'violin 2', false)
})

it('updates the sitemap of every process after inserts and deletes', async () => {
  const { both, sql } = await serveTwo()
  const lists = ['/sitemap.xml', '/sitemap/listings-1.xml', '/sitemap/events-1.xml']
  await expectSoon(both, lists, 'lastmod', false)
  const listing = crypto.randomUUID()
  await insertViolin(sql, listing)
  const event = await insertEvent(sql)
  await expectSoon(both, ['/sitemap/listings-1.xml'], listing, true)
  await expectSoon(both, ['/sitemap/events-1.xml'], event, true)
  await expectSoon(both, ['/sitemap.xml'], 'listings-1.xml', true)
  await expectSoon(both, ['/sitemap.xml'], 'events-1.xml', true)
  await sql`delete from listings`
  await sql`delete from events`
  await expectSoon(both, lists, 'lastmod', false)
})

const insertViolin = (sql: Database, id: string) => sql`
  insert into listings (id, category, subcategory, title, description, contact, location)
  values (${id}, 'housing', 'rooms shared', 'violin 1', 'text', 'a@example.org', 'SF')
`

it('shows SQL inserts, updates, moves, deletes and truncation of listings in every process', async () => {
  const { both, sql } = await serveTwo()
  const id = crypto.randomUUID()
  const shown = around(id)
  const lists = shown.slice(2)
  await expectSoon(both, lists, 'violin 1', false)
  await insertViolin(sql, id)
  await expectSoon(both, shown, 'violin 1', true)
  await sql`update listings set title = 'violin 2' where id = ${id}`
  await expectSoon(both, shown, 'violin 2', true)
  await sql`update listings set category = 'gigs', subcategory = 'bounties' where id = ${id}`
  await expectSoon(both, housing, 'violin 2', false)
  await expectSoon(both, gigs, 'violin 2', true)
  await sql`delete from listings`
  await expectSoon(both, [...pagesOf(id), ...gigs], 'violin 2', false)
  await insertViolin(sql, id)
  await expectSoon(both, shown, 'violin 1', true)
  await sql`truncate all_listings`
  await expectSoon(both, shown, 'violin 1', false)
})

it('shows the effect of a statement that changes very many rows', async () => {
  const { both, sql } = await serveTwo()
  const id = crypto.randomUUID()
  await insertViolin(sql, id)
  await sql`
    insert into listings (category, subcategory, title, description, contact, location)
    select 'jobs', 'product', 'listing ' || n, 'text', 'a@example.org', 'SF' from generate_series(1, 1000) as n
  `
  await expectSoon(both, around(id), 'violin 1', true)
  await sql`update listings set title = 'violin 2' where title = 'violin 1' or title like 'listing %'`
  await expectSoon(both, around(id), 'violin 2', true)
})

it('stops showing a listing when it expires, although nothing is written', async () => {
  const { both, sql } = await serveTwo()
  const id = crypto.randomUUID()
  await insertViolin(sql, id)
  const shown = around(id)
  await expectSoon(both, shown, 'violin 1', true)
  await sql`update listings set expires_at = now() + interval '3 seconds'`
  // Each answer is made again after that change and cached until the listing expires.
  await expectSoon(both, shown, 'violin 1', false)
  const [row] = await sql<[{ isOver: boolean }]>`select expires_at <= now() as is_over from listings`
  expect(row.isOver).toBe(true)
})

it('shows SQL inserts, updates, deletes and truncation of events in every process', async () => {
  const { both, sql } = await serveTwo()
  const date = new Date().toISOString()
  const feeds = [
    '/events.ics',
    '/events/feed.json',
    `/events/${toDay(date)}.ics`,
    '/events/week.txt',
    '/embed/events',
  ]
  const lists = ['/', '/events', '/api/events', ...feeds, ...searchesFor('violin')]
  await expectSoon(both, lists, 'violin 1', false)
  const id = await insertEvent(sql, { title: 'violin 1', date })
  const shown = [`/event/${id}`, ...lists]
  await expectSoon(both, shown, 'violin 1', true)
  await sql`update events set title = 'violin 2' where id = ${id}`
  await expectSoon(both, shown, 'violin 2', true)
  await sql`delete from events where id = ${id}`
  await expectSoon(both, shown, 'violin 2', false)
  await insertEvent(sql, { title: 'violin 3', date })
  await expectSoon(both, lists, 'violin 3', true)
  await sql`truncate events`
  await expectSoon(both, lists, 'violin 3', false)
})

it('shows changes made while the notification connection was cut', async () => {
  const { first, sql } = await serveTwo()
  const id = crypto.randomUUID()
  await insertViolin(sql, id)
  await expectSoon([first], around(id), 'violin 1', true)
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'founderlist notifications' and datname = current_database()
  `
  await sql`update listings set title = 'violin 2'`
  await expectSoon([first], around(id), 'violin 2', true)
  await sql`update listings set title = 'violin 3'`
  await expectSoon([first], around(id), 'violin 3', true)
})

it('compresses lists and searches, and answers 304 to a browser that has them', async () => {
  const { first, sql } = await serveTwo()
  for (let count = 0; count < 5; count += 1) {
    await insertViolin(sql, crypto.randomUUID())
    await insertEvent(sql, { title: 'violin' })
  }
  for (const path of ['/api/listings/category/housing', '/api/search?q=violin', '/api/events']) {
    const read = (headers: Record<string, string>) => fetch(first.base + path, { headers })
    await expect.poll(async () => (await (await read({})).text()).split('"violin').length).toBeGreaterThan(5)
    const tags = new Set<string | null>()
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await read({ 'Accept-Encoding': encoding })
      expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding)
      expect(answer.headers.get('vary')).toContain('Accept-Encoding')
      expect(await answer.text()).toContain('violin')
      const etag = answer.headers.get('etag') ?? ''
      tags.add(etag)
      expect((await read({ 'Accept-Encoding': encoding, 'If-None-Match': etag })).status).toBe(304)
    }
    expect(tags.size).toBe(3)
  }
})
