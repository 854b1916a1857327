import type { LiveEvent } from '@sanity/client'
import { applyPatch, type RawPatch } from 'mendoza'
import { get, type IncomingMessage } from 'node:http'
import { Script } from 'node:vm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { findFreePort } from '../../../site/e2e/support/free-port.ts'
import { openStore } from '../store/open-store.ts'
import { connect, expectSoon, makeFolder, startLake, type TestLake } from '../test-support/start-lake.ts'

type Document = Record<string, unknown>
type Data = {
  documentId?: string
  transition?: string
  transactionCurrentEvent?: number
  transactionTotalEvents?: number
  mutations?: unknown[]
  previous?: Document
  result?: Document
  effects?: { apply: RawPatch; revert: RawPatch }
}
type Event = { event: string; id?: string; data: Data }
type Stream = { next: () => Promise<Event>; close: () => void; status: number }

/** The events of a stream one by one, as they come over HTTP. */
async function open(lake: TestLake, path: string, headers: Record<string, string> = {}): Promise<Stream> {
  const { promise: answered, resolve } = Promise.withResolvers<IncomingMessage>()
  const request = get(`${lake.origin}/v2025-02-19/data/${path}`, {
    headers: { Authorization: `Bearer ${lake.token}`, ...headers },
  }).on('response', resolve)
  onTestFinished(() => void request.destroy())
  const response = await answered
  response.setEncoding('utf8').on('error', () => {})
  const frames = readFrames(response)
  return {
    status: response.statusCode ?? 0,
    close: () => request.destroy(),
    next: async () => (await frames.next()).value as Event,
  }
}

async function* readFrames(chunks: AsyncIterable<string>): AsyncGenerator<Event> {
  let rest = ''
  for await (const chunk of chunks) {
    const frames = `${rest}${chunk}`.split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) if (!frame.startsWith(':')) yield parseFrame(frame)
  }
}

function parseFrame(frame: string): Event {
  const lines = frame
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)])
  const { event = '', id, data = '' } = Object.fromEntries(lines) as Record<string, string>
  return { event, ...(id && { id }), data: JSON.parse(data) as Data }
}

const listenTo = (query: string, more = '') => `listen/production?query=${encodeURIComponent(query)}${more}`

it('sends welcome, then an event for each change with an unbroken chain of revisions', async () => {
  const lake = await startLake()
  const stream = await open(
    lake,
    listenTo('*[_type == "post"]', '&includeResult=true&includePreviousRevision=true'),
  )
  expect(await stream.next()).toEqual({ event: 'welcome', data: { listenerName: expect.any(String) } })
  const made = await lake.client.create({ _id: 'a', _type: 'post', n: 1 })
  const changed = await lake.client.patch('a').inc({ n: 1 }).commit()
  const { transactionId } = await lake.client.delete('a')
  const common = {
    documentId: 'a',
    identity: 'write-token',
    timestamp: expect.any(String),
    visibility: 'query',
    transactionTotalEvents: 1,
    transactionCurrentEvent: 1,
  }
  const [first, second, third] = [await stream.next(), await stream.next(), await stream.next()]
  expect(first).toEqual({
    event: 'mutation',
    id: `${made._rev}#a`,
    data: {
      ...common,
      eventId: `${made._rev}#a`,
      transactionId: made._rev,
      transition: 'appear',
      resultRev: made._rev,
      result: made,
      mutations: [{ create: made }],
    },
  })
  expect(second.data).toMatchObject({
    transition: 'update',
    previousRev: made._rev,
    resultRev: changed._rev,
    previous: made,
    result: changed,
    timestamp: changed._updatedAt,
    mutations: [{ patch: { id: 'a', inc: { n: 1 } } }],
  })
  expect(third.data).toMatchObject({
    transition: 'disappear',
    transactionId,
    resultRev: transactionId,
    previousRev: changed._rev,
    previous: changed,
    mutations: [{ delete: { id: 'a' } }],
  })
  expect(third.data).not.toHaveProperty('result')
})

it('sends appear and disappear when a document enters or leaves the query, and no other events', async () => {
  const lake = await startLake()
  const stream = await open(lake, listenTo('*[_type == "post" && open]', '&includeMutations=false'))
  await stream.next()
  await lake.client.create({ _id: 'other', _type: 'other', open: true })
  await lake.client.create({ _id: 'a', _type: 'post', open: false })
  for (const isOpen of [true, true, false, false, true])
    await lake.client.patch('a').set({ open: isOpen }).commit()
  await lake.client.delete('a')
  const transitions = []
  for (let count = 0; count < 5; count += 1) {
    const { data } = await stream.next()
    expect(data.mutations).toEqual([])
    transitions.push(data.transition)
  }
  expect(transitions).toEqual(['appear', 'update', 'disappear', 'appear', 'disappear'])
})

it('counts only those events of a transaction that this listener receives', async () => {
  const lake = await startLake()
  await lake.client.create({ _id: 'drafts.a', _type: 'post' })
  await lake.client.create({ _id: 'b', _type: 'post' })
  const stream = await open(
    lake,
    `${listenTo('*[_id in $ids]')}&$ids=${encodeURIComponent('["a","drafts.a"]')}`,
  )
  await stream.next()
  await lake.client
    .transaction()
    .patch('b', { set: { n: 1 } })
    .create({ _id: 'a', _type: 'post' })
    .delete('drafts.a')
    .commit()
  const events = [(await stream.next()).data, (await stream.next()).data]
  expect(
    events.map(({ documentId, transition, transactionCurrentEvent, transactionTotalEvents }) => [
      documentId,
      transition,
      transactionCurrentEvent,
      transactionTotalEvents,
    ]),
  ).toEqual([
    ['a', 'appear', 1, 2],
    ['drafts.a', 'disappear', 2, 2],
  ])
})

it('sends effects that Mendoza can apply and revert', async () => {
  const lake = await startLake()
  const stream = await open(
    lake,
    listenTo('*', '&effectFormat=mendoza&includeResult=true&includePreviousRevision=true'),
  )
  await stream.next()
  await lake.client.create({ _id: 'a', _type: 'post', title: 'One', tags: ['x'] })
  await lake.client
    .patch('a')
    .set({ title: 'Two', body: [{ _key: 'k' }] })
    .unset(['tags'])
    .commit()
  await lake.client.delete('a')
  const withoutRev = ({ _rev, ...rest }: Document) => rest
  for (const step of ['create', 'patch', 'delete']) {
    const { data } = await stream.next()
    const [before, after] = [
      data.previous && withoutRev(data.previous),
      data.result && withoutRev(data.result),
    ]
    expect([step, applyPatch(before ?? null, data.effects?.apply ?? [])]).toEqual([step, after ?? null])
    expect([step, applyPatch(after ?? null, data.effects?.revert ?? [])]).toEqual([step, before ?? null])
  }
})

it('resumes with the missed events, the rest of the last transaction first', async () => {
  const lake = await startLake()
  const resume = (id: string) =>
    open(lake, listenTo('*[_type == "post"]', '&enableResume=true'), { 'Last-Event-ID': id })
  await lake.client
    .transaction()
    .transactionId('tx-1')
    .create({ _id: 'a', _type: 'post' })
    .create({ _id: 'b', _type: 'post' })
    .commit()
  await lake.client.patch('a').set({ n: 1 }).commit()
  const stream = await resume('tx-1#a')
  expect((await stream.next()).event).toBe('welcomeback')
  const missed = [await stream.next(), await stream.next()]
  expect(missed.map(({ data }) => [data.documentId, data.transition])).toEqual([
    ['b', 'appear'],
    ['a', 'update'],
  ])
  await lake.client.delete('b')
  expect((await stream.next()).data).toMatchObject({ documentId: 'b', transition: 'disappear' })
  const { event, id = '' } = await (await resume('unknown#a')).next()
  expect(event).toBe('reset')
  const resumed = await resume(id)
  expect((await resumed.next()).event).toBe('welcomeback')
  await lake.client.delete('a')
  expect((await resumed.next()).data).toMatchObject({ documentId: 'a', transition: 'disappear' })
  const notAsked = await open(lake, listenTo('*'), { 'Last-Event-ID': 'tx-1#a' })
  expect((await notAsked.next()).event).toBe('welcome')
})

it('sends reset after more than a thousand missed transactions', async () => {
  const folder = await makeFolder()
  const store = openStore(folder)
  const write = (transactionId: string) =>
    store.transact({
      mutations: [{ createOrReplace: { _id: 'a', _type: 'post' } }],
      transactionId,
      identity: 'x',
    })
  for (let count = 0; count <= 1_000; count += 1) write(`tx-${count}`)
  store.close()
  const lake = await startLake({ LAKE_FOLDER: folder })
  const resume = (id: string) =>
    open(lake, listenTo('*', '&enableResume=true'), { 'Last-Event-ID': `${id}#a` })
  expect((await (await resume('tx-0')).next()).event).toBe('reset')
  expect((await (await resume('tx-1')).next()).event).toBe('welcomeback')
}, 120_000)

it('answers 401 without the token', async () => {
  const lake = await startLake()
  const stream = await open(lake, listenTo('*'), { Authorization: '' })
  expect(stream.status).toBe(401)
})

it.each([
  [listenTo('*['), 'queryParseError', 'Syntax error in GROQ query'],
  [listenTo('*[geo::contains(a, b)]'), 'queryEvaluationError', 'geo::contains'],
  [listenTo('*[_id == $id]'), 'queryParameterError', 'param $id referenced, but not provided'],
  [listenTo('*', '&$id=x'), 'badRequest', 'The value of $id is not JSON'],
  ['listen/production', 'badRequest', 'The URL has no "query" parameter'],
])('answers %s with a channelError event and the reason, and ends the stream', async (path, type, reason) => {
  const stream = await open(await startLake(), path)
  expect(stream.status).toBe(200)
  const message = expect.stringContaining(reason)
  expect(await stream.next()).toEqual({
    event: 'channelError',
    data: { error: expect.objectContaining({ type, description: message }), message },
  })
  expect(await stream.next()).toBeUndefined()
})

it('passes the reason for a failure to the listener of @sanity/client', async () => {
  const { client } = await startLake()
  const { promise, resolve } = Promise.withResolvers<Error>()
  client.listen('*[').subscribe({ error: resolve })
  expect((await promise).message).toContain('Syntax error in GROQ query')
})

it('sends the same events and errors over a WebSocket', async () => {
  const lake = await startLake()
  const openSocket = (query: string) => {
    const url = `${lake.origin.replace('http', 'ws')}/v2025-02-19/data/${listenTo(query)}`
    const socket = new WebSocket(url, { headers: { Authorization: `Bearer ${lake.token}` } })
    onTestFinished(() => socket.terminate())
    return readFrames(readMessages(socket))
  }
  const frames = openSocket('*[_type == "post"]')
  expect((await frames.next()).value?.event).toBe('welcome')
  await lake.client.create({ _id: 'drafts.a', _type: 'post' })
  expect((await frames.next()).value?.data).toMatchObject({ documentId: 'drafts.a', transition: 'appear' })
  const refused = openSocket('*[')
  expect((await refused.next()).value).toMatchObject({
    event: 'channelError',
    data: { error: { type: 'queryParseError' } },
  })
  expect(await refused.next()).toEqual({ done: true, value: undefined })
})

async function* readMessages(socket: WebSocket): AsyncGenerator<string> {
  const waiting: string[] = []
  let wake = Promise.withResolvers<void>()
  const rouse = () => wake.resolve()
  socket.on('message', (data: Buffer) => {
    waiting.push(data.toString())
    rouse()
  })
  socket.on('close', () => rouse())
  while (socket.readyState < socket.CLOSING || waiting.length > 0) {
    if (waiting.length === 0) await wake.promise
    wake = Promise.withResolvers<void>()
    yield* waiting.splice(0)
  }
}

it('serves the listener of @sanity/client, which resumes after a restart', async () => {
  const LAKE_PORT = String(await findFreePort())
  const lake = await startLake({ LAKE_PORT })
  await lake.client.create({ _id: 'a', _type: 'post', n: 0 })
  const seen: string[] = []
  const waiters = new Map<string, () => void>()
  const events = ['welcome', 'mutation', 'reconnect', 'welcomeback', 'reset'] as const
  const subscription = lake.client
    .listen('*[_type == "post"]', {}, { events: [...events], enableResume: true })
    .subscribe((event) => {
      const name = event.type === 'mutation' ? `n=${event.result?.n}` : event.type
      seen.push(name)
      waiters.get(name)?.()
    })
  onTestFinished(() => subscription.unsubscribe())
  const until = (name: string) =>
    seen.includes(name) ? undefined : new Promise<void>((resolve) => waiters.set(name, resolve))
  await until('welcome')
  // It has not received any event that it could resume from but the first.
  await lake.stop()
  await until('reconnect')
  const again = await startLake({ LAKE_FOLDER: lake.folder, LAKE_PORT })
  for (const n of [1, 2]) await connect(again.port, again.token).patch('a').set({ n }).commit()
  await until('n=2')
  // The client may reconnect more than once while the lake starts.
  const told = seen.filter((name, index) => name !== seen[index - 1])
  expect(told).toEqual(['welcome', 'reconnect', 'welcomeback', 'n=1', 'n=2'])
})

it('disconnects a client that does not read, lets it resume, and keeps serving the others', async () => {
  const lake = await startLake()
  await lake.client.create({ _id: 'a', _type: 'post' })
  const query = listenTo('*', '&includeResult=true&includeMutations=false&enableResume=true')
  const slow = await open(lake, query)
  const fast = await open(lake, listenTo('*', '&includeMutations=false'))
  await Promise.all([slow.next(), fast.next()])
  const text = 'x'.repeat(4 * 1024 * 1024)
  for (let count = 0; count < 10; count += 1) {
    await lake.client.patch('a').set({ count, text }).commit({ returnDocuments: false })
    expect((await fast.next()).event).toBe('mutation')
  }
  const received: Event[] = []
  for (let event = await slow.next(); event; event = await slow.next()) received.push(event)
  expect(received.length).toBeLessThan(10)
  const back = await open(lake, query, { 'Last-Event-ID': received.at(-1)?.id ?? '' })
  expect((await back.next()).event).toBe('welcomeback')
  expect((await back.next()).data.result?.count).toBe(received.length)
}, 120_000)

it('opens no stream for HEAD, since it would never be closed', async () => {
  const lake = await startLake()
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  for (let count = 0; count < 40; count += 1) {
    const { status, headers } = await fetch(`${lake.origin}/v2025-02-19/data/${listenTo('*')}`, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${lake.token}` },
    })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  }
  // A stream keeps a timer for its heartbeat.
  expect(timers() - before).toBeLessThan(40)
})

it('ends the stream of a slow query, and still saves and notifies the other listeners', async () => {
  const lake = await startLake()
  const list = Array.from({ length: 600 }, (_, index) => index)
  const slowly = 'count(list[count(^.list[count(^.^.list[@ > -1]) > 0]) > 0]) > 0'
  const query = `*[_type == "long" && ${slowly}]`
  const [slow, quick] = [
    await open(lake, listenTo(query, '&enableResume=true')),
    await open(lake, listenTo('*')),
  ]
  await Promise.all([slow.next(), quick.next()])
  const creations = Array.from({ length: 100 }, (_, index) => ({ create: { _type: 'long', list, index } }))
  const { transactionId } = await lake.client.mutate(creations, {
    returnDocuments: false,
    transactionId: 'tx',
  })
  expect((await quick.next()).data.transactionTotalEvents).toBe(100)
  expect(await slow.next()).toBe(undefined)
  await lake.client.create({ _id: 'after', _type: 'long', list: [] })
  const back = await open(lake, listenTo(query, '&enableResume=true'), {
    'Last-Event-ID': `${transactionId}#a`,
  })
  expect([(await back.next()).event, (await back.next()).event]).toEqual(['welcomeback', 'reset'])
})

it('sends reset if replaying the missed events takes too long', async () => {
  const folder = await makeFolder()
  const store = openStore(folder)
  const list = Array.from({ length: 60 }, (_, index) => index)
  const write = (mutation: object) => store.transact({ mutations: [mutation], identity: 'x' }).id
  const made = write({ create: { _id: 'a', _type: 'long', list } })
  for (let count = 0; count < 200; count += 1) write({ patch: { id: 'a', set: { count } } })
  store.close()
  const lake = await startLake({ LAKE_FOLDER: folder })
  const query = '*[count(list[count(^.list[count(^.^.list[@ > -1]) > 0]) > 0]) > 0]'
  const back = await open(lake, listenTo(query, '&enableResume=true'), { 'Last-Event-ID': `${made}#a` })
  let latest = await back.next()
  expect(latest.event).toBe('welcomeback')
  let count = 0
  for (latest = await back.next(); latest.event === 'mutation'; latest = await back.next()) count += 1
  expect([latest.event, count < 200]).toEqual(['reset', true])
})

it('notifies seven listeners of a thousand documents with one time-limited run for each listener', async () => {
  const lake = await startLake()
  const query = '*[_type == "post" && (n > 1 || !defined(n)) && !(_id in path("versions.**"))]'
  const streams = await Promise.all(
    Array.from({ length: 7 }, () => open(lake, listenTo(query, '&includeMutations=false'))),
  )
  await Promise.all(streams.map((stream) => stream.next()))
  const creations = Array.from({ length: 1_000 }, () => ({ create: { _type: 'post' } }))
  // The time limit costs more than most queries: it must apply once per listener, not once per document.
  const bounded = vi.spyOn(Script.prototype, 'runInContext')
  onTestFinished(() => bounded.mockRestore())
  await lake.client.mutate(creations, { returnDocuments: false })
  expect(bounded.mock.calls.length).toBe(7)
  for (const stream of streams) expect((await stream.next()).data.transactionTotalEvents).toBe(1_000)
})

it('tells live clients that results may have changed, and only the editor about drafts', async () => {
  const lake = await startLake()
  const tags = ['s1:production']
  const drafts = await open(lake, 'live/events/production?includeDrafts=true')
  expect(await drafts.next()).toMatchObject({ event: 'welcome' })
  expect((await fetch(`${lake.origin}/v1/data/live/events/production?includeDrafts=true`)).status).toBe(401)
  const draft = await lake.client.create({ _id: 'drafts.a', _type: 'post' })
  expect(await drafts.next()).toEqual({ event: 'message', id: draft._rev, data: { tags } })

  // As @sanity/client does it: without a token.
  const events: LiveEvent[] = []
  const subscription = lake.client.live.events().subscribe((event) => void events.push(event))
  onTestFinished(() => subscription.unsubscribe())
  await expectSoon(() => events.at(-1)?.type).toBe('welcome')
  await lake.client.patch('drafts.a').set({ n: 1 }).commit()
  const made = await lake.client.create({ _id: 'a', _type: 'post' })
  await expectSoon(() => events).toMatchObject([
    { type: 'welcome' },
    { type: 'message', id: made._rev, tags },
  ])
  const { syncTags } = await lake.client.fetch('*', {}, { filterResponse: false })
  expect(syncTags).toEqual(tags)

  const back = await open(lake, 'live/events/production', { 'Last-Event-ID': draft._rev })
  expect(await back.next()).toMatchObject({ event: 'restart', id: expect.any(String) })
})
