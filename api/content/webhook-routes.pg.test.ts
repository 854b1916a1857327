import { encodeSignatureHeader } from '@sanity/webhook'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../database/open.ts'
import { requestAnswered } from '../runtime/observe.ts'
import { openBlackHole } from '../tests/black-hole.ts'
import { openTestDatabase } from '../tests/database.ts'
import { sendRaw } from '../tests/send-raw.ts'
import { hookSecret, listingInput, post, serve, type Served, serveOver } from '../tests/serve.ts'
import { pollOptions } from '../tests/poll-options.ts'

type Change = { operation?: string; fields?: Record<string, unknown>; projectId?: string; dataset?: string }

/** The body of a webhook as the content sends it for an event. */
function compose({
  operation = 'create',
  fields = {},
  projectId = 'local',
  dataset = 'production',
}: Change = {}): string {
  const document = {
    _id: 'demo-day',
    _type: 'event',
    _rev: 'r1',
    _updatedAt: '2026-11-21T12:00:00Z',
    title: 'Demo day',
    date: '2026-12-01T02:00:00Z',
    organizers: 'the community',
    location: 'SHACK15',
    ...fields,
  }
  const after = operation === 'delete' ? null : document
  return JSON.stringify({ operation, projectId, dataset, before: document, after })
}

type Sending = { secret?: string; at?: number; key?: string; signature?: string | null }

async function send(base: string, body: string, { secret = hookSecret, at, key, signature }: Sending = {}) {
  const header = signature ?? (await encodeSignatureHeader(body, at ?? Date.now(), secret))
  const answer = await fetch(`${base}/api/hooks/content`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'idempotency-key': key ?? crypto.randomUUID(),
      ...(signature !== null && { 'sanity-webhook-signature': header }),
    },
    body,
  })
  return [answer.status, await answer.text()]
}

const countRows = async ({ sql }: Served) => {
  const [row] = await sql`
    select
      (select count(*)::integer from events) as events,
      (select count(*)::integer from content_changes) as changes
  `
  return row
}

it('fault 6, 7: applies a signed change once, however often it is sent', async () => {
  const served = await serve()
  const body = compose()
  expect(await send(served.base, body, { key: 'one' })).toEqual([200, 'taken'])
  const again = await Promise.all(Array.from({ length: 50 }, () => send(served.base, body, { key: 'one' })))
  expect(again.every(([status]) => status === 200)).toBe(true)
  expect(await send(served.base, body, { key: 'another' })).toEqual([200, 'known'])
  expect(await countRows(served)).toEqual({ events: 1, changes: 1 })
  const events = await fetch(`${served.base}/api/events`)
  await expect
    .poll(async () => (await fetch(events.url)).json(), pollOptions)
    .toMatchObject([{ title: 'Demo day' }])
})

it.each([
  ['no signature', () => ({ signature: null }), 'malformed'],
  ['a wrong secret', () => ({ secret: 'another-secret-altogether' }), 'wrong'],
  ['garbage', () => ({ signature: 'garbage' }), 'malformed'],
  ['an old timestamp', () => ({ at: Date.now() - 41 * 60_000 }), 'too old'],
  ['a future timestamp', () => ({ at: Date.now() + 6 * 60_000 }), 'too new'],
])(
  'fault 1, 4: refuses %s with 401, logs and counts it, and writes nothing',
  async (_what, makeSending: () => Sending, verdict) => {
    const served = await serve()
    const counted: unknown[] = []
    const reading = requestAnswered.read(({ route, status }) => counted.push([route, status]))
    onTestFinished(() => reading[Symbol.dispose]())
    expect(await send(served.base, compose(), makeSending())).toEqual([
      401,
      `the webhook’s signature is ${verdict}`,
    ])
    expect(await countRows(served)).toEqual({ events: 0, changes: 0 })
    expect(served.logged()).toContain('a webhook was refused for its signature')
    expect(counted).toContainEqual(['/api/hooks/content', 401])
    expect(served.logged()).not.toContain(hookSecret)
  },
)

it('fault 5: accepts a retry after thirty minutes', async () => {
  const served = await serve()
  expect(await send(served.base, compose(), { at: Date.now() - 30 * 60_000 })).toEqual([200, 'taken'])
})

it('fault 2: refuses JSON that was re-serialized after signing', async () => {
  const served = await serve()
  const body = compose()
  const signature = await encodeSignatureHeader(body, Date.now(), hookSecret)
  const parsed = JSON.parse(body) as object
  for (const again of [
    JSON.stringify(parsed, undefined, 1),
    JSON.stringify(Object.fromEntries(Object.entries(parsed).toReversed())),
  ])
    expect(await send(served.base, again, { signature })).toEqual([401, expect.any(String)])
})

it.each([
  ['two signatures', 'sanity-webhook-signature: t=1,v1=a\r\nsanity-webhook-signature: t=2,v1=b\r\n', 401],
  ['a one-megabyte header', `sanity-webhook-signature: ${'x'.repeat(1_000_000)}\r\n`, 431],
])('fault 3: refuses %s and keeps running', async (_what, header, status) => {
  const served = await serve()
  const answer = await sendRaw(
    served.port,
    `POST /api/hooks/content HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n${header}\r\n{}`,
  )
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect((await fetch(`${served.base}/api/health`)).status).toBe(200)
})

it.each([
  ['a draft', { fields: { _id: 'drafts.demo-day' } }],
  ['a version', { fields: { _id: 'versions.r1.demo-day' } }],
  ['another type', { fields: { _type: 'sanity.imageAsset' } }],
  ['another project', { projectId: 'other' }],
  ['another dataset', { dataset: 'staging' }],
])('fault 10: ignores %s', async (_what, change) => {
  const served = await serve()
  expect(await send(served.base, compose(change))).toEqual([200, 'ignored'])
  expect(await countRows(served)).toEqual({ events: 0, changes: 0 })
})

it.each([
  ['no title', { title: undefined }, 'title is missing'],
  ['an end before its start', { end: '2026-11-30T02:00:00Z' }, 'end must be after date'],
  ['a bad date', { date: '2026-02-30T10:00:00Z' }, 'date must be a date and time that exists'],
  ['a javascript: url', { url: 'javascript:alert(1)' }, 'url must be a web address'],
])(
  'fault 11: stores a signed but invalid event nowhere public, answers 2xx and logs why: %s',
  async (_what, fields, reason) => {
    const served = await serve()
    expect(await send(served.base, compose({ fields }))).toEqual([200, 'faulty'])
    expect(await countRows(served)).toEqual({ events: 0, changes: 1 })
    expect(await (await fetch(`${served.base}/api/events`)).json()).toEqual([])
    expect(served.logged()).toContain(`"document":"demo-day","reason":"${reason}`)
  },
)

it('fault 64: fetches no address that an editor or a visitor wrote', async () => {
  let asked = 0
  const other = createServer((_request, response) => void response.end(String((asked += 1)))).listen(0)
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
  const { base } = await serve()
  const fields = { url, organizerUrl: url, description: url }
  expect(await send(base, compose({ fields }))).toEqual([200, 'taken'])
  const posted = await post(base, listingInput({ description: url, contact: url }))
  const { id } = (await posted.json()) as { id: string }
  await expect.poll(async () => (await fetch(`${base}/events.ics`)).text(), pollOptions).toContain(url)
  const paths = [`/listing/${id}`, '/category/housing', '/category/housing/feed.xml', '/events', '/']
  for (const path of paths) expect([path, (await fetch(base + path)).status]).toEqual([path, 200])
  expect(asked).toBe(0)
})

it('continues after an event that the database refuses', async () => {
  const served = await serve()
  await served.sql`alter table events add constraint no_knitting check (title <> 'knitting')`
  expect(await send(served.base, compose({ fields: { title: 'knitting' } }))).toEqual([200, 'faulty'])
  expect(await send(served.base, compose({ fields: { _id: 'other' } }))).toEqual([200, 'taken'])
})

it.each([['not JSON'], ['[]'], ['{}'], ['null'], ['{"operation":"create","after":null}']])(
  'answers 400 to a signed body of the wrong shape: %s',
  async (body) => {
    const served = await serve()
    expect(await send(served.base, body)).toEqual([400, expect.any(String)])
    expect(served.logged()).toContain('check its projection')
  },
)

it('fault 12: answers 503 while the database is away, and applies the change when Sanity retries', async () => {
  const { url } = await openTestDatabase()
  const way = await openBlackHole(url)
  const sql = openDatabase(way.url)
  onTestFinished(() => sql.end({ timeout: 1 }))
  const served = await serveOver({ sql, url: way.url })
  const [body, at] = [compose(), Date.now()]
  const deliver = () => send(served.base, body, { key: 'one', at })
  way.isCut = true
  expect(await deliver()).toEqual([503, expect.any(String)])
  way.isCut = false
  await expect.poll(deliver, pollOptions).toEqual([200, 'taken'])
  expect(await countRows(served)).toEqual({ events: 1, changes: 1 })
})

const head = (signature: string, length: number) =>
  `POST /api/hooks/content HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n${signature}\r\n`
const forged = `sanity-webhook-signature: t=${Date.now()},v1=${'a'.repeat(43)}\r\n`
const megabyte = 1024 * 1024

it.each([
  ['no signature', '', 401],
  ['a key that is too long', `${forged}idempotency-key: ${'k'.repeat(201)}\r\n`, 400],
  ['a Content-Length above the limit', forged, 413, 4 * megabyte + 1],
])('refuses %s before the body is sent', async (_what, headers, status, length = 4 * megabyte) => {
  const { port } = await serve()
  const answer = await sendRaw(port, `${head(`Connection: close\r\n${headers}`, length)}`)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})

it.each([
  ['120 bodies', 120, 10, 50],
  ['80 MB of bodies', 20, 4 * megabyte - 1, 9],
])(
  'fault 36: limits time and memory of %s that never end, and accepts a change afterwards',
  async (_what, count, sent, most) => {
    const served = await serve()
    const body = 'x'.repeat(sent)
    const answers = await Promise.all(
      Array.from({ length: count }, () => sendRaw(served.port, head(forged, 4 * megabyte), body)),
    )
    expect(answers.every((answer) => answer.startsWith('HTTP/1.1 503 '))).toBe(true)
    expect(answers.every((answer) => /^retry-after: 5\r$/im.test(answer))).toBe(true)
    const slow = answers.filter((answer) => answer.includes('took too long to arrive'))
    expect(slow.length).toBeLessThanOrEqual(most)
    expect(answers.filter((answer) => answer.includes('too many webhooks'))).toHaveLength(count - slow.length)
    expect(await send(served.base, compose())).toEqual([200, 'taken'])
  },
)

it('accepts only POST', async () => {
  const served = await serve()
  const answer = await fetch(`${served.base}/api/hooks/content`)
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
})
