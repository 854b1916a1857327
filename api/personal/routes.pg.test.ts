import { createHash, randomBytes } from 'node:crypto'
import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { insertEvent } from '../tests/events.ts'
import { type Served, serve } from '../tests/serve.ts'

const makeKey = () => randomBytes(32).toString('base64url')
const idOf = (key: string) => createHash('sha256').update(key).digest('base64url')

async function ask(
  { base }: Served,
  method: string,
  key: string | undefined,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(`${base}/api/calendar`, {
    method,
    headers: {
      ...headers,
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const etag = answer.headers.get('etag') ?? ''
  return { status: answer.status, text, etag, events: answer.status === 200 ? listOf(text) : [] }
}

const listOf = (text: string) => (JSON.parse(text) as { events: string[] }).events.toSorted()

/** Ids of events that were removed, which a browser may still have starred. */
async function removedEvents({ sql }: Served, count: number): Promise<string[]> {
  const rows = await sql<Array<{ id: string }>>`
    insert into removed_records (id, removed_at)
    select gen_random_uuid(), now() from generate_series(1, ${count})
    returning id
  `
  return rows.map(({ id }) => id)
}

/** Replaces whatever list the calendar has. */
async function save(served: Served, key: string, events: string[]) {
  const { status, etag } = await ask(served, 'GET', key)
  return ask(served, 'PUT', key, { events }, status === 200 ? { 'If-Match': etag } : {})
}

async function readFile({ base }: Served, id: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${base}/calendar/${id}.ics`, { headers })
  const text = await answer.text()
  const events = answer.status === 200 ? ICAL.Component.fromString(text).getAllSubcomponents('vevent') : []
  return {
    answer,
    events: events.map((event) => ({
      uid: event.getFirstPropertyValue('uid'),
      summary: event.getFirstPropertyValue('summary'),
      status: event.getFirstPropertyValue('status'),
    })),
  }
}

it('contains the events that were sent last', async () => {
  const served = await serve()
  const key = makeKey()
  const [one, two] = [await insertEvent(served.sql), await insertEvent(served.sql)].toSorted() as [
    string,
    string,
  ]
  expect((await ask(served, 'GET', key)).status).toBe(404)
  expect((await save(served, key, [one])).events).toEqual([one])
  expect((await save(served, key, [two.toUpperCase(), one, two])).events).toEqual([one, two])
  expect((await save(served, key, [two])).events).toEqual([two])
  expect((await ask(served, 'GET', key)).events).toEqual([two])
  expect((await ask(served, 'GET', makeKey())).status).toBe(404)
})

it('replaces only the version that the browser has read', async () => {
  const served = await serve()
  const key = makeKey()
  const [one, two] = [await insertEvent(served.sql), await insertEvent(served.sql)]
  const put = (events: string[], etag?: string) =>
    ask(served, 'PUT', key, { events }, etag === undefined ? {} : { 'If-Match': etag })
  expect((await put([one], '"1"')).status).toBe(412)
  const first = await put([one])
  expect((await put([two])).status).toBe(412)
  const second = await put([two], first.etag)
  expect([second.status, second.events]).toEqual([200, [two]])
  expect((await put([one], first.etag)).status).toBe(412)
  expect((await ask(served, 'GET', key)).etag).toBe(second.etag)
  expect((await put([one], `W/${second.etag}`)).events).toEqual([one])
})

it('takes one of several lists that are sent at the same time', async () => {
  const served = await serve()
  const key = makeKey()
  const ids = await removedEvents(served, 20)
  for (const exists of [false, true]) {
    const { etag } = await ask(served, 'GET', key)
    const headers: Record<string, string> = exists ? { 'If-Match': etag } : {}
    const sent = await Promise.all(ids.map((id) => ask(served, 'PUT', key, { events: [id] }, headers)))
    const [taken, ...others] = sent.toSorted((one, other) => one.status - other.status)
    expect(taken?.status).toBe(200)
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([412]))
    expect((await ask(served, 'GET', key)).events).toEqual(taken?.events)
  }
})

it('is a calendar file that follows changes, cancellations and removals', async () => {
  const served = await serve()
  const key = makeKey()
  const soon = await insertEvent(served.sql, { title: 'soon', date: '2030-01-01T20:00:00Z' })
  await insertEvent(served.sql, { title: 'another', date: '2030-01-02T20:00:00Z' })
  await save(served, key, [soon, crypto.randomUUID()])
  const read = async () => (await readFile(served, idOf(key))).events
  await expect.poll(read).toEqual([{ uid: soon, summary: 'soon', status: 'CONFIRMED' }])
  await served.sql`update events set status = 'cancelled' where id = ${soon}`
  await expect.poll(read).toEqual([{ uid: soon, summary: 'Cancelled: soon', status: 'CANCELLED' }])
  const { answer } = await readFile(served, idOf(key))
  const etag = answer.headers.get('etag') ?? ''
  expect((await readFile(served, idOf(key), { 'If-None-Match': etag })).answer.status).toBe(304)
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  await save(served, key, [])
  expect(await read()).toEqual([])
  expect((await readFile(served, idOf(key), { 'If-None-Match': etag })).answer.status).toBe(200)
})

it('can be read with its id, but not changed', async () => {
  const served = await serve()
  const key = makeKey()
  const event = await insertEvent(served.sql)
  await save(served, key, [event])
  for (const unknown of [idOf(makeKey()), key, 'x', '..%2f'])
    expect((await readFile(served, unknown)).answer.status).toBe(404)
  await save(served, idOf(key), [])
  expect((await ask(served, 'GET', key)).events).toEqual([event])
})

it('answers 410 once it is given up', async () => {
  const served = await serve()
  const key = makeKey()
  const event = await insertEvent(served.sql)
  await save(served, key, [event])
  expect((await ask(served, 'DELETE', key)).status).toBe(204)
  expect((await ask(served, 'DELETE', key)).status).toBe(204)
  expect((await readFile(served, idOf(key))).answer.status).toBe(410)
  expect((await ask(served, 'GET', key)).status).toBe(410)
  expect((await save(served, key, [event])).status).toBe(410)
  const never = makeKey()
  expect((await ask(served, 'DELETE', never)).status).toBe(204)
  expect((await save(served, never, [event])).status).toBe(410)
})

it('refuses more than 500 events with a message', async () => {
  const served = await serve()
  const key = makeKey()
  const ids = await removedEvents(served, 501)
  const refused = await save(served, key, ids)
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('at most 500 events')])
  expect((await save(served, key, [...ids.slice(1), ids[1]!])).events).toHaveLength(500)
})

it('takes only ids of events, also of removed ones', async () => {
  const served = await serve()
  const [removed = ''] = await removedEvents(served, 1)
  const event = await insertEvent(served.sql)
  expect(
    await save(served, makeKey(), [event, removed, '00000000-0000-0000-0000-00000000000a']),
  ).toMatchObject({
    status: 200,
    events: [event, removed].toSorted(),
  })
})

it('takes no new calendar beyond 50,000, and still changes those that exist', async () => {
  const served = await serve()
  const key = makeKey()
  const event = await insertEvent(served.sql)
  await save(served, key, [])
  await served.sql`
    insert into personal_calendars (id, events)
    select sha256(number::text::bytea), '{}' from generate_series(2, 50000) as number
  `
  const fresh = makeKey()
  expect(await save(served, fresh, [event])).toMatchObject({
    status: 503,
    text: 'no more calendars can be made at present: try again later',
  })
  expect((await ask(served, 'DELETE', fresh)).status).toBe(204)
  expect(await served.sql`select from personal_calendars`).toHaveLength(50_000)
  expect((await save(served, key, [event])).events).toEqual([event])
})

it.each([
  ['no key', undefined, { events: [] }, 401],
  ['a broken key', 'short', { events: [] }, 400],
  ['no list', makeKey(), {}, 400],
  ['another field', makeKey(), { events: [], add: [] }, 400],
  ['an invalid id', makeKey(), { events: ['x'] }, 400],
  ['a JSON string', makeKey(), '"events"', 400],
  ['broken JSON', makeKey(), '{', 400],
] as const)('refuses %s', async (_, key, body, status) => {
  expect((await ask(await serve(), 'PUT', key, body)).status).toBe(status)
})

it.each([
  ['en', 'this is not the key of a calendar: copy all of it'],
  ['es', 'esto no es la clave de un calendario: cópiala entera'],
  ['fr', 'ce n’est pas la clé d’un calendrier\u00a0: copiez-la en entier'],
])('answers a malformed key in %s', async (language, sentence) => {
  const { base } = await serve()
  const headers = { Authorization: 'Bearer short', 'Accept-Language': language }
  const answer = await fetch(`${base}/api/calendar`, { headers })
  expect([answer.status, await answer.text()]).toEqual([400, sentence])
})

it('limits the changes of a network, and deletes calendars that nobody reads', async () => {
  const served = await serve()
  const [key, forgotten] = [makeKey(), makeKey()]
  await save(served, forgotten, [])
  await served.sql`update personal_calendars set read_on = '2020-01-01', changed_at = '2020-01-01'`
  await save(served, key, [])
  await expect.poll(async () => (await ask(served, 'GET', forgotten)).status).toBe(404)
  await served.sql`
    insert into counted_requests (kind, network)
    select kind, network from (select distinct kind, network from counted_requests) as counted, generate_series(1, 300)
  `
  expect((await save(served, key, [])).status).toBe(429)
  expect((await ask(served, 'GET', key)).status).toBe(200)
})
