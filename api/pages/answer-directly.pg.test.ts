import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAnswerCache } from '../answers/answer-cache.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { createRelease } from '../publishing/releases/release.ts'
import { openTestDatabase } from '../tests/database.ts'
import { insertEvent } from '../tests/events.ts'
import { postOne } from '../tests/manage.ts'
import { makeFiles, serveOver } from '../tests/serve.ts'
import { pollOptions } from '../tests/poll-options.ts'
import { silentLogger as logger } from '../tests/silent-logger.ts'
import { createDirectAnswerer } from './answer-directly.ts'

const release = createRelease('release', { files: makeFiles() })

/** The site, and a server with only the direct answerer, which answers 599 when it would call the application. */
async function serveBoth() {
  const answers = createAnswerCache()
  const database = await openTestDatabase()
  const releases = {
    read: () => release,
    readStale: () => [],
    findEarlierAsset: async () => undefined,
    renderImage: async () => undefined,
    renderPage: async (_: string, view: unknown) => ({
      html: `<title>${JSON.stringify(view)}</title>`.repeat(5),
      hasRecord: true,
      reads: [],
    }),
  }
  const site = await serveOver(database, {}, { answers, releases })
  const answerDirectly = createDirectAnswerer({
    app: site,
    answers,
    readRelease: releases.read,
    headers: securityHeaders({ overTls: false }),
    logger,
  })
  const server = createServer((request, response) => {
    if (!answerDirectly(request, response)) response.writeHead(599).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return { ...site, direct: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

type Asked = { method?: string; headers?: Record<string, string> }

async function read(address: string, { method = 'GET', headers = {} }: Asked = {}) {
  const request = get(address, { method, headers, agent: false })
  request.end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const { date: _, 'x-request-id': id, ...kept } = response.headers
  return { status: response.statusCode, hasId: id !== undefined, headers: kept, body: await buffer(response) }
}

/** Forces the slow path: the direct answerer takes no authorized requests, and the application ignores this scheme. */
const slowly = { Authorization: 'Basic eDp5' }

describe('a direct answer', () => {
  it.each([
    ['a page', '/about', {}],
    ['a page in another language', '/es/sponsors?x=y', { Cookie: 'a=b' }],
    ['the home page in another language', '/es', {}],
    ['an asset', '/_astro/a.js', {}],
    ['an asset, compressed', '/_astro/a.js', { 'Accept-Encoding': 'gzip, deflate, br' }],
    ['a listing', '/api/listings/:id', {}],
    ['a list', '/api/listings/category/housing', { 'Accept-Encoding': 'gzip' }],
    ['the events', '/api/events', { 'Accept-Encoding': 'br' }],
    ['a search', '/api/search?q=room', {}],
    ['a listing’s page', '/listing/:id', { 'Accept-Encoding': 'br' }],
    ['a category’s page', '/category/housing?city=SF&utm_source=x', {}],
    ['the home page', '/fr?month=2026-11', { 'Accept-Encoding': 'br' }],
    ['a search in another language', '/api/search?q=room', { 'Accept-Language': 'fr-FR,fr;q=0.9' }],
  ])('equals that of the application: %s', async (_what, pattern, headers) => {
    const { base, direct, sql } = await serveBoth()
    const { id } = await postOne(base)
    const event = await insertEvent(sql)
    // Notifications arrive in the order of the changes: after this one, none is pending.
    await expect.poll(async () => (await fetch(`${base}/api/events`)).text(), pollOptions).toContain(event)
    const path = pattern.replace(':id', id)
    const ask = (address: string, more: Asked = {}) =>
      read(address + path, { ...more, headers: { ...headers, ...more.headers } })
    await expect
      .poll(async () => (await ask(base)).status && (await ask(direct)).status, pollOptions)
      .toBe(200)
    const fast = await ask(direct)
    expect(fast).toEqual(await ask(base, { headers: slowly }))
    expect(fast.hasId).toBe(true)
    expect(fast.headers['content-length']).toBe(String(fast.body.length))
    const { body: _body, ...head } = await ask(direct, { method: 'HEAD' })
    expect({ ...head, body: fast.body }).toEqual(fast)
    const has = { 'If-None-Match': `W/"x", ${fast.headers.etag}` }
    const unchanged = await ask(direct, { headers: has })
    expect([unchanged.status, unchanged.body.length]).toEqual([304, 0])
    expect(unchanged).toEqual(await ask(base, { headers: { ...has, ...slowly } }))
  })

  it.each<[string, string, Asked]>([
    ['a token', '/about', { headers: slowly }],
    ['a body', '/about', { headers: { 'Content-Length': '0' } }],
    ['another method', '/about', { method: 'OPTIONS' }],
    ['an invalid host', '/about', { headers: { Host: 'a b' } }],
    ['the cookie of a post', '/about', { headers: { Cookie: 'posted=1' } }],
    ['an escape in its path', '/%61bout', {}],
    ['a page that is not cached', '/events', {}],
    ['the file of a page', '/about.html', {}],
    ['an unknown path', '/nowhere', {}],
  ])('is left to the application for %s', async (_what, path, asked) => {
    const { direct } = await serveBoth()
    expect((await read(direct + path, asked)).status).toBe(599)
  })

  it.each(['/api/listings/:id', '/api/listings/category/housing'])(
    'is renewed after a change: %s',
    async (pattern) => {
      const { base, direct, sql } = await serveBoth()
      const { id } = await postOne(base)
      const path = pattern.replace(':id', id)
      const ask = async (address: string) => (await read(address + path)).status
      await expect.poll(async () => (await ask(base)) && (await ask(direct)), pollOptions).toBe(200)
      await sql`update listings set title = 'another title'`
      await expect
        .poll(async () => String((await read(direct + path)).body), pollOptions)
        .toContain('another title')
      expect(await read(direct + path)).toEqual(await read(base + path, { headers: slowly }))
    },
  )

  it('is logged with its request id and without its query', async () => {
    const { base, logged } = await serveBoth()
    const id = (await fetch(`${base}/about?secret=1`)).headers.get('x-request-id')
    const line = logged()
      .split('\n')
      .find((each) => each.includes(String(id)))
    expect(JSON.parse(line ?? '')).toMatchObject({ method: 'GET', path: '/about', status: 200, request: id })
    expect(logged()).not.toContain('secret')
  })
})
