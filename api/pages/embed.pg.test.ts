import { describe, expect, it } from 'vitest'
import { addDays, moveToDay, toDay } from '#domain/pacific.ts'
import { createRelease } from '../publishing/releases/release.ts'
import { RequestError } from '../errors.ts'
import { openTestDatabase } from '../tests/database.ts'
import { insertEvent } from '../tests/events.ts'
import { readView } from '../tests/read-page.ts'
import { makeFiles, type Served, serve, serveOver } from '../tests/serve.ts'
import { embedScript } from './embed.ts'

/** Noon in San Francisco, `days` from today. */
const inDays = (days: number) => moveToDay('2026-11-21T20:00:00Z', addDays(toDay(new Date()), days))

async function fetchView({ base }: Served, query = '') {
  const view = readView(await (await fetch(`${base}/embed/events${query}`)).text())
  if (view.page !== 'embed' || view.state !== 'shown') throw new Error(`${view.page} was rendered`)
  return view
}

const readTitles = async (served: Served, query = '') =>
  (await fetchView(served, query)).groups.flatMap(({ upcoming }) => upcoming.map(({ title }) => title))

const headersOf = async ({ base }: Served, path: string) =>
  Object.fromEntries((await fetch(base + path)).headers)

const pages = ['/', '/events', '/post', '/about', '/embed', '/embed/events/x', '/nothing', '/events.ics']

describe('the embedded list of events', () => {
  it('may be framed by all sites, unlike all other pages', async () => {
    const served = await serve()
    const { 'content-security-policy': policy, ...headers } = await headersOf(served, '/embed/events')
    expect(policy).toMatch(
      /^default-src 'none'; script-src ('sha256-[^']+')?; style-src 'sha256-[^']+'; font-src 'self'; form-action 'none'; base-uri 'none'$/,
    )
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' })
    expect(headers).not.toHaveProperty('set-cookie')
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-type': 'text/html' })
    for (const path of pages) {
      const others = await headersOf(served, path)
      expect(others['content-security-policy']).toMatch(/frame-ancestors 'none'$/)
    }
  })

  it('may be framed only by the sites of the setting, which the events page names', async () => {
    const embedOrigins = ['https://name.example', 'http://127.0.0.1:8080']
    const served = await serveOver(await openTestDatabase(), {}, { embedOrigins })
    const headers = await headersOf(served, '/embed/events')
    expect(headers['content-security-policy']).toMatch(
      / frame-ancestors https:\/\/name\.example http:\/\/127\.0\.0\.1:8080$/,
    )
    const events = readView(await (await fetch(`${served.base}/events`)).text())
    expect(events).toMatchObject({ page: 'events', embedSites: embedOrigins })
  })

  it('shows upcoming events by day, with the filters of the events page', async () => {
    const served = await serve()
    const { sql } = served
    await insertEvent(sql, { title: 'over', date: inDays(-2) })
    await insertEvent(sql, { title: 'running', date: inDays(-2), end: inDays(2) })
    await insertEvent(sql, { title: 'soon', date: inDays(3), location: 'Homebrew', topics: ['AI'] })
    await insertEvent(sql, { title: 'later', date: inDays(60), location: 'SHACK15' })
    await expect.poll(() => readTitles(served)).toEqual(['running', 'soon', 'later'])
    expect(await readTitles(served, '?venue=Homebrew')).toEqual(['soon'])
    expect(await readTitles(served, '?date=week')).toEqual(['running', 'soon'])
    expect(await readTitles(served, '?topic=AI')).toEqual(['soon', 'running', 'later'])
    expect(await readTitles(served, '?date=specific')).toEqual(['running', 'soon', 'later'])
    const { groups, today, calendar } = await fetchView(served, '?venue=Other&date=month&limit=3&x=1')
    expect([today, calendar]).toEqual([toDay(new Date()), '/events?date=month&venue=Other'])
    expect(groups).toEqual([])
    const [all] = (await fetchView(served)).groups
    expect(all?.upcoming[0]?.day).toBe(toDay(new Date()))
  })

  it('shows ten events, or as many as its address says, at most fifty', async () => {
    const served = await serve()
    for (let number = 0; number < 52; number += 1)
      await insertEvent(served.sql, { title: `${number}`, date: inDays(number + 1) })
    const count = async (query = '') => (await readTitles(served, query)).length
    await expect.poll(() => count('?limit=50')).toBe(50)
    for (const query of ['', '?limit=0', '?limit=-1', '?limit=x', '?limit=1e3', '?limit=', '?limit=999999'])
      expect([query, await count(query)]).toEqual([query, 10])
    for (const [query, shown] of [
      ['?limit=1', 1],
      ['?limit=50', 50],
      ['?limit=51', 50],
      ['?limit=20&limit=30', 20],
    ] as const)
      expect([query, await count(query)]).toEqual([query, shown])
  })

  it.each([
    ['?theme=dark', 'dark'],
    ['?theme=light', 'light'],
    ['?theme="><script>', undefined],
    ['', undefined],
  ])('with %j has the theme %s', async (query, theme) => {
    expect((await fetchView(await serve(), query)).theme).toBe(theme)
  })

  it.each([
    '?venue=%00',
    '?date=%FF',
    '?limit[]=3&__proto__=1',
    `?topic=${'x'.repeat(5_000)}`,
    '?%',
    '?lang=xx',
  ])('answers 200 for %s', async (query) => {
    const { base } = await serve()
    expect((await fetch(`${base}/embed/events${query}`)).status).toBe(200)
  })

  it('takes its language from the address', async () => {
    const { base } = await serve()
    const title = async (prefix: string) => {
      const answer = await fetch(`${base}${prefix}/embed/events`)
      return /<title>(.*?) /.exec(await answer.text())?.[1]
    }
    expect([await title(''), await title('/es'), await title('/fr')]).toEqual([
      'events.html',
      'es/events.html',
      'fr/events.html',
    ])
  })

  it('is cached until an event changes', async () => {
    const served = await serve()
    const id = await insertEvent(served.sql, { title: 'violin 1', date: inDays(1) })
    await expect.poll(() => readTitles(served)).toEqual(['violin 1'])
    const address = `${served.base}/embed/events`
    const headers = { 'If-None-Match': (await fetch(address)).headers.get('etag') ?? '' }
    expect((await fetch(address, { headers })).status).toBe(304)
    await served.sql`update events set title = 'violin 2' where id = ${id}`
    await expect.poll(() => readTitles(served)).toEqual(['violin 2'])
    expect((await fetch(address, { headers })).status).toBe(200)
    await served.sql`delete from events`
    await expect.poll(() => readTitles(served)).toEqual([])
  })

  it('says in the frame that the events cannot be read', async () => {
    const calendar = {
      read: () => Promise.reject(new RequestError(503, 'away')),
      findRevision: () => undefined,
      [Symbol.dispose]: () => {},
    }
    const { base } = await serveOver(await openTestDatabase(), {}, { calendar })
    const answer = await fetch(`${base}/embed/events?theme=dark`)
    expect(answer.status).toBe(503)
    expect(readView(await answer.text())).toEqual({
      page: 'embed',
      state: 'away',
      theme: 'dark',
      calendar: '/events',
    })
  })

  it('may not be framed when the page without its record is sent instead', async () => {
    const { sql, url } = await openTestDatabase()
    const release = createRelease('release', { files: makeFiles() })
    const releases = {
      read: () => release,
      readStale: () => [],
      findEarlierAsset: async () => undefined,
      renderImage: async () => undefined,
      renderPage: async () => ({ html: '<title>events</title>', hasRecord: false, reads: [] }),
    }
    const headers = await headersOf(await serveOver({ sql, url }, {}, { releases }), '/embed/events')
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'$/)
  })
})

describe('the embed script', () => {
  it('may be loaded by all sites and is cached for a day', async () => {
    const served = await serve()
    expect(await headersOf(served, '/embed.js')).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    const etag = (await fetch(`${served.base}/embed.js`)).headers.get('etag') ?? ''
    const again = await fetch(`${served.base}/embed.js?v=1`, { headers: { 'If-None-Match': etag } })
    expect([again.status, again.headers.get('access-control-allow-origin')]).toEqual([304, '*'])
  })

  it('has 1 KB at most, uncompressed', () => {
    expect(embedScript.identity.body.length).toBeLessThanOrEqual(1_024)
  })
})
