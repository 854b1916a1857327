import { fromUrl } from '@sanity/bifur-client'
import { once } from 'node:events'
import { expect, it, onTestFinished, vi } from 'vitest'
import { expectSoon, startLake, type TestLake } from '../test-support/start-lake.ts'
import { WebSocket } from 'ws'

type Message = {
  id?: string
  result?: unknown
  error?: { code: number }
  method?: string
  params?: { result: unknown }
}

/** A client with its own WebSocket. `events` collects what its subscriptions receive. */
async function join({ port, token }: TestLake) {
  const socket = new WebSocket(`ws://localhost:${port}/v2022-06-30/socket/production`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  onTestFinished(() => socket.terminate())
  const events: unknown[] = []
  const waiting = new Map<string, (message: Message) => void>()
  let beats = 0
  let lastId = 0
  socket.on('message', (data) => {
    const text = String(data)
    if (text === '♥') return void (beats += 1)
    const message = JSON.parse(text) as Message
    if (message.method === 'presence_subscription') events.push(message.params?.result)
    else waiting.get(message.id ?? 'none')?.(message)
  })
  await once(socket, 'open')
  const send = (text: string, id = 'none') =>
    new Promise<Message>((resolve) => {
      waiting.set(id, resolve)
      socket.send(text)
    })
  const call = (method: string, params: unknown) => {
    const id = String((lastId += 1))
    return send(JSON.stringify({ jsonrpc: '2.0', id, method, params }), id)
  }
  return { socket, events, call, send, beats: () => beats }
}

const place = { type: 'document', documentId: 'home', path: ['title'] }

it('broadcasts state, roll calls and disconnects to all subscribers', async () => {
  const lake = await startLake()
  const [one, two] = [await join(lake), await join(lake)]
  const { result } = await one.call('presence_subscribe', {})
  await two.call('presence_subscribe', {})
  expect(result).toEqual(expect.any(String))

  await two.call('presence_announce', { data: { sessionId: 'b', locations: [place] } })
  const isThere = { type: 'state', i: 'write-token', m: { sessionId: 'b', locations: [place] } }
  await expectSoon(() => one.events).toEqual([isThere])
  expect(two.events).toEqual([isThere])

  await one.call('presence_rollcall', { session: 'a' })
  await expectSoon(() => two.events.at(-1)).toEqual({ type: 'rollCall', i: 'write-token', session: 'a' })

  await two.call('presence_disconnect', { session: 'b' })
  await expectSoon(() => one.events.at(-1)).toEqual({
    type: 'disconnect',
    i: 'write-token',
    m: { session: 'b' },
  })
})

it('ends the sessions of a closed connection', async () => {
  const lake = await startLake()
  const [one, two] = [await join(lake), await join(lake)]
  await one.call('presence_subscribe', {})
  for (const sessionId of ['b', 'c'])
    await two.call('presence_announce', { data: { sessionId, locations: [] } })
  two.socket.terminate()
  await expectSoon(() => one.events.slice(2)).toEqual(
    ['b', 'c'].map((session) => ({ type: 'disconnect', i: 'write-token', m: { session } })),
  )
})

it('sends no events after an unsubscribe', async () => {
  const lake = await startLake()
  const one = await join(lake)
  const { result } = await one.call('presence_subscribe', {})
  await one.call('presence_unsubscribe', { subscriptionId: result })
  await one.call('presence_announce', { data: { sessionId: 'a', locations: [] } })
  expect(one.events).toEqual([])
})

it('answers invalid messages with an error and keeps the connection open', async () => {
  const lake = await startLake()
  const one = await join(lake)
  for (const text of [
    'no json',
    '[]',
    '{"jsonrpc":"2.0","id":"x","method":"constructor"}',
    '{"jsonrpc":"2.0","id":"x","method":"presence_announce","params":{}}',
    '{"jsonrpc":"2.0","id":"x","method":"presence_rollcall","params":{"session":7}}',
  ])
    expect([text, (await one.send(text)).error?.code]).toEqual([text, -32600])
})

it('closes only the connection that sends an oversized message', async () => {
  const lake = await startLake()
  const [one, two] = [await join(lake), await join(lake)]
  const closed = once(one.socket, 'close')
  one.socket.send('x'.repeat(65 * 1024))
  expect((await closed)[0]).toBe(1009)
  expect((await two.call('presence_subscribe', {})).result).toEqual(expect.any(String))
})

it('sends heartbeats and closes a connection after two missed ones, not after one', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const lake = await startLake()
  const [one, slow, silent] = await Promise.all(Array.from({ length: 3 }, () => join(lake)))
  vi.spyOn(slow!.socket, 'pong').mockImplementationOnce(() => {})
  vi.spyOn(silent!.socket, 'pong').mockImplementation(() => {})
  const closed = once(silent!.socket, 'close')
  /** Triggers one heartbeat and waits for the pongs: the server answers a call after the pongs sent before it. */
  const beat = async (...listening: Array<typeof one>) => {
    vi.advanceTimersByTime(30_000)
    for (const participant of listening) {
      const before = beats.get(participant) ?? 0
      await expectSoon(participant!.beats).toBe(before + 1)
      beats.set(participant, before + 1)
      await participant!.call('presence_subscribe', {})
    }
  }
  const beats = new Map<typeof one, number>()
  await beat(one, slow, silent)
  await beat(one, slow, silent)
  await beat(one, slow)
  await closed
  await beat(one, slow)
  expect([one, slow].map((participant) => participant!.socket.readyState)).toEqual([
    WebSocket.OPEN,
    WebSocket.OPEN,
  ])
})

it('works with the presence client of the Studio', async () => {
  const lake = await startLake()
  const bystander = await join(lake)
  await bystander.call('presence_subscribe', {})
  class Authorised extends WebSocket {
    constructor(url: string) {
      super(url, { headers: { Authorization: `Bearer ${lake.token}` } })
    }
  }
  vi.stubGlobal('WebSocket', Authorised)
  onTestFinished(() => void vi.unstubAllGlobals())
  const bifur = fromUrl(`ws://localhost:${lake.port}/v2022-06-30/socket/production`)
  const events: unknown[] = []
  const subscription = bifur.listen('presence', {}).subscribe((event) => events.push(event))
  onTestFinished(() => subscription.unsubscribe())
  await bystander.call('presence_announce', { data: { sessionId: 'z', locations: [place] } })
  await expectSoon(async () => {
    await bystander.call('presence_rollcall', { session: 'z' })
    return events.length
  }).toBeGreaterThan(0)
})
