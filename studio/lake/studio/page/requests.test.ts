import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { fetchStream } from './fetch-stream.js'
import { redirectFetch } from './requests.js'

const server = createServer()
const sockets = new WebSocketServer({ noServer: true })
server.on('upgrade', (request, socket, head) => {
  if (request.url?.startsWith('/refused')) socket.destroy()
  else sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  for (const socket of sockets.clients) socket.terminate()
  server.close()
})

let connected: Promise<[WebSocket, IncomingMessage]>
async function openStream(path = '/v1/data/listen/production', init: RequestInit = {}) {
  const [response, [socket, request]] = await Promise.all([fetchStream(`${origin}${path}`, init), connected])
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  return { response, reader, socket, request }
}

describe('a stream over a WebSocket', () => {
  beforeEach(() => {
    connected = once(sockets, 'connection') as Promise<[WebSocket, IncomingMessage]>
  })

  test('is a response of server-sent events, frame by frame', async () => {
    const { response, reader, socket } = await openStream()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    socket.send('event: welcome\ndata: {"a":"ü"}\n\n')
    socket.send(':\n\n')
    const decoder = new TextDecoder()
    expect(decoder.decode((await reader.read()).value)).toBe('event: welcome\ndata: {"a":"ü"}\n\n')
    expect(decoder.decode((await reader.read()).value)).toBe(':\n\n')
    await reader.cancel()
  })

  test('keeps path and query, and passes on Last-Event-ID', async () => {
    const query = '?query=*%5B_id%3D%3D%22a%22%5D&includeResult=true'
    const init = { headers: { Accept: 'text/event-stream', 'Last-Event-ID': 'tx#doc' } }
    const { reader, request } = await openStream(`/v1/data/listen/production${query}`, init)
    const url = new URL(request.url ?? '', origin)
    expect(url.pathname).toBe('/v1/data/listen/production')
    expect(url.searchParams.get('query')).toBe('*[_id=="a"]')
    expect(url.searchParams.get('includeResult')).toBe('true')
    expect(url.searchParams.get('lastEventId')).toBe('tx#doc')
    await reader.cancel()
  })

  test('sends no lastEventId the first time', async () => {
    const { reader, request } = await openStream()
    expect(request.url).toBe('/v1/data/listen/production')
    await reader.cancel()
  })

  test('closes its connection when the reader cancels', async () => {
    const { reader, socket } = await openStream()
    const closed = once(socket, 'close')
    await reader.cancel()
    await closed
    expect(socket.readyState).toBe(socket.CLOSED)
  })

  test('closes its connection when it is aborted, and rejects with the signal’s reason', async () => {
    const controller = new AbortController()
    const { reader, socket } = await openStream('/v1/data/listen/production', { signal: controller.signal })
    const closed = once(socket, 'close')
    const read = reader.read()
    controller.abort()
    await expect(read).rejects.toMatchObject({ name: 'AbortError' })
    await closed
  })

  test('rejects when it is aborted before it opens', async () => {
    const controller = new AbortController()
    const stream = fetchStream(`${origin}/v1`, { signal: controller.signal })
    controller.abort()
    await expect(stream).rejects.toMatchObject({ name: 'AbortError' })
    await expect(fetchStream(`${origin}/v1`, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  test.each([
    ['ends', (socket: WebSocket) => socket.close()],
    ['breaks', (socket: WebSocket) => socket.terminate()],
  ])('rejects the read when the connection %s, so that the client reconnects', async (_how, end) => {
    const { reader, socket } = await openStream()
    const read = reader.read()
    end(socket)
    await expect(read).rejects.toThrow('The connection to the Content Lake ended')
  })

  test('rejects with a TypeError, like fetch, when nobody answers', async () => {
    await expect(fetchStream(`${origin}/refused`)).rejects.toThrow(TypeError)
  })
})

const sent = vi.fn<typeof fetch>(async () => new Response('from the network'))

function openPageAt(address: string): typeof fetch {
  vi.stubGlobal('location', new URL(address))
  return redirectFetch(sent)
}

afterEach(() => {
  vi.unstubAllGlobals()
  sent.mockClear()
})

test.each([
  ['http://localhost:3333', 'http://local.localhost:3333/v1/users/me?a=b'],
  ['http://[::1]:3333', 'http://local.[::1]:3333/v1/users/me?a=b'],
  ['https://studio.example', 'https://x1y2.api.sanity.io/v1/users/me?a=b'],
  ['https://studio.example', 'https://api.sanity.io/v1/users/me?a=b'],
])('at %s a request to %s goes to the page’s own origin', async (page, address) => {
  const init = { credentials: 'include' } as const
  await openPageAt(`${page}/structure`)(address, init)
  expect(sent).toHaveBeenCalledExactlyOnceWith(`${page}/v1/users/me?a=b`, init)
})

test.each([
  'http://localhost:3333/v1/users/me',
  'http://local.localhost:1/v1/users/me',
  'https://sanity-cdn.com/other',
  'https://api.sanity.io.example/v1',
  '/studio-settings.json',
])('a request to %s is unchanged', async (address) => {
  const answer = await openPageAt('http://localhost:3333/structure')(address)
  expect(sent).toHaveBeenCalledExactlyOnceWith(address, undefined)
  expect(await answer.text()).toBe('from the network')
})

test('a request object keeps its method, headers and body', async () => {
  const request = new Request('http://local.localhost:3333/v1/x', {
    method: 'POST',
    headers: { 'X-Name': 'a' },
    body: 'text',
  })
  await openPageAt('http://localhost:3333/structure')(request)
  const [redirected] = sent.mock.calls[0] as [Request]
  expect([redirected.url, redirected.method]).toEqual(['http://localhost:3333/v1/x', 'POST'])
  expect([redirected.headers.get('X-Name'), await redirected.text()]).toEqual(['a', 'text'])
})

test('requests to hosted services are answered locally as unavailable', async () => {
  const ask = openPageAt('http://localhost:3333/structure')
  const versions = await ask('https://sanity-cdn.com/v1/modules/sanity/latest/%5E6.16.0/t1')
  expect([versions.status, await versions.json()]).toEqual([200, {}])
  expect((await ask('https://api.sanity.io/vX/intake/feedback', { method: 'POST' })).ok).toBe(false)
  expect(sent).not.toHaveBeenCalled()
})
