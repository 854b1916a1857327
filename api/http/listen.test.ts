import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, it, onTestFinished, vi } from 'vitest'
import { pollOptions } from '../tests/poll-options.ts'
import { listen } from './listen.ts'

type Options = Partial<Parameters<typeof listen>[1]>

/** More than the buffers between server and client hold. */
const largeAnswer = 'x'.repeat(30_000_000)

/** A server that answers `/` and `/large` at once, and `/slow` after `release()`. `closed`: the connection of `/large`. */
async function serveSmall(options: Options = {}) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let waiting = 0
  const app = new Hono()
  app.get('/', (c) => c.text('answer'))
  app.get('/slow', async (c) => {
    waiting += 1
    await released
    return c.text('slow answer')
  })
  const listener = await listen(app, { host: '127.0.0.1', port: 0, headers: {}, ...options })
  onTestFinished(() => {
    release()
    return listener.drain(0)
  })
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  app.get('/large', (c) => {
    ;(c.env as HttpBindings).incoming.socket.once('close', close)
    return c.body(largeAnswer)
  })
  const waitFor = (count: number) => vi.waitUntil(() => waiting === count, pollOptions)
  return { ...listener, release, waitFor, closed }
}

/** A keep-alive connection. `answer` is all received data, `isClosed` whether the server closed it. */
function open(port: number, localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  const kept = { socket, answer: '', isClosed: false, error: '' }
  socket.setEncoding('latin1').on('data', (chunk) => (kept.answer += chunk))
  socket.on('error', (error: NodeJS.ErrnoException) => (kept.error = error.code ?? ''))
  socket.on('close', () => (kept.isClosed = true))
  onTestFinished(() => void socket.destroy())
  return kept
}

const ask = (socket: Socket, path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)

async function openAnswered(port: number, count: number) {
  const all = []
  for (let opened = 0; opened < count; opened += 1) {
    const one = open(port)
    ask(one.socket, '/')
    await vi.waitUntil(() => one.answer.includes('answer'), pollOptions)
    all.push(one)
  }
  return all
}

it('refuses a fragment in an address, since parsers differ on what follows it', async () => {
  const { port } = await serveSmall()
  const client = open(port)
  ask(client.socket, '/?#&q=design')
  await vi.waitUntil(() => client.answer !== '', pollOptions)
  expect(client.answer).toMatch(/^HTTP\/1\.1 400 /)
})

it('fault 37: drops a client that never ends its headers, and serves others meanwhile', async () => {
  const { port } = await serveSmall()
  const slow = open(port)
  slow.socket.write('GET / HTTP/1.1\r\nHost: x\r\n')
  await openAnswered(port, 1)
  await vi.waitUntil(() => slow.isClosed, pollOptions)
  expect(slow.answer).toMatch(/^HTTP\/1\.1 408 /)
})

it('fault 37: drops a client that reads too slowly, and serves others meanwhile', async () => {
  const { port, closed } = await serveSmall({ slowestReader: Infinity })
  const slow = connect(port, '127.0.0.1').pause()
  onTestFinished(() => void slow.destroy())
  ask(slow, '/large')
  const reading = setInterval(() => slow.read(), 100)
  onTestFinished(() => clearInterval(reading))
  await openAnswered(port, 1)
  await closed
  expect(slow.bytesRead).toBeLessThan(largeAnswer.length)
})

it.each([
  ['all connections', { max: 20, maxPerNetwork: 100 }],
  ['one network', { max: 100, maxPerNetwork: 20 }],
])(
  'fault 38: closes the longest idle connection for a new one at the limit of %s',
  async (_whose, limits) => {
    const { port } = await serveSmall({ connections: limits })
    const idle = await openAnswered(port, 20)
    const later = await openAnswered(port, 5)
    await vi.waitUntil(() => idle.slice(0, 5).every(({ isClosed }) => isClosed), pollOptions)
    expect([...idle, ...later].filter(({ isClosed }) => !isClosed).length).toBeLessThanOrEqual(20)
  },
)

it('keeps an idle connection for longer than Caddy does, which cannot repeat a post', async () => {
  const { port } = await serveSmall()
  const [idle] = await openAnswered(port, 1)
  expect(idle?.answer).toMatch(/^keep-alive: timeout=125\r$/im)
})

it('keeps every request in flight, and room for other networks, when one network reaches its limit', async () => {
  const { port, release, waitFor } = await serveSmall({ connections: { max: 20, maxPerNetwork: 10 } })
  const crowd = Array.from({ length: 30 }, () => open(port))
  for (const { socket } of crowd) ask(socket, '/slow')
  await waitFor(10)
  await vi.waitUntil(() => crowd.filter(({ isClosed }) => isClosed).length === 20, pollOptions)
  const other = open(port, '127.0.0.2')
  ask(other.socket, '/')
  await vi.waitUntil(() => other.answer.includes('answer'), pollOptions)
  release()
  await expect
    .poll(() => crowd.filter(({ answer }) => answer.includes('slow answer')).length, pollOptions)
    .toBe(10)
})

it('does not apply the limit of one network to a trusted proxy', async () => {
  const limits = { max: 20, maxPerNetwork: 10 }
  const { port, waitFor } = await serveSmall({ connections: limits, trustedProxies: ['127.0.0.0/8'] })
  const visitors = Array.from({ length: 20 }, () => open(port))
  for (const { socket } of visitors) ask(socket, '/slow')
  await waitFor(20)
  expect(visitors.some(({ isClosed }) => isClosed)).toBe(false)
})

it('answers a request on a keep-alive connection while it stops, with Connection: close', async () => {
  const { port, drain, release, waitFor } = await serveSmall()
  const [kept] = await openAnswered(port, 1)
  const slow = open(port)
  ask(slow.socket, '/slow')
  await waitFor(1)
  const drained = drain()
  ask(kept!.socket, '/')
  await vi.waitUntil(() => kept!.isClosed, pollOptions)
  expect(kept!.answer.split('HTTP/1.1 200')[2]).toMatch(/connection: close/i)
  await vi.waitUntil(async () => {
    const late = open(port)
    await vi.waitUntil(() => late.isClosed || late.error !== '', pollOptions)
    return late.error === 'ECONNREFUSED'
  }, pollOptions)
  release()
  await drained
  await vi.waitUntil(() => slow.isClosed, pollOptions)
  expect(slow.answer).toMatch(/connection: close[\s\S]*slow answer/i)
})

it('fault 34: resets no request on a keep-alive connection when it stops under load', async () => {
  const { port, drain } = await serveSmall()
  const failures: string[] = []
  let answered = 0
  let isStopping = false
  const load = Array.from({ length: 20 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let isOver = false; !isOver;) {
      const { promise, resolve } = Promise.withResolvers<string>()
      const request = get({ port, host: '127.0.0.1', agent }, (response) => {
        response
          .resume()
          .on('end', () => resolve(''))
          .on('error', () => resolve('cut'))
      })
      request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
      const failure = await promise
      if (failure === '') answered += 1
      else if (failure !== 'ECONNREFUSED') failures.push(failure)
      isOver = isStopping && failure !== ''
      await sleep(0)
    }
    agent.destroy()
  })
  await vi.waitUntil(() => answered > 500, pollOptions)
  isStopping = true
  await drain()
  await Promise.all(load)
  expect(failures).toEqual([])
})

it.each([
  ['its first forwarded request, once', [], { 'X-Forwarded-For': '192.0.2.7' }, 1],
  ['one with the standard header', [], { Forwarded: 'for=192.0.2.7' }, 1],
  ['no request of a trusted proxy', ['127.0.0.1'], { 'X-Forwarded-For': '192.0.2.7' }, 0],
  ['no request without such a header', [], {}, 0],
] as const)(
  'warns of a proxy that is not in TRUSTED_PROXIES at %s',
  async (_, trustedProxies, headers, count) => {
    const sentences: string[] = []
    const options = {
      trustedProxies: [...trustedProxies],
      warn: (sentence: string) => sentences.push(sentence),
    }
    const { port } = await serveSmall(options)
    for (let sent = 0; sent < 2; sent += 1)
      await (await fetch(`http://127.0.0.1:${port}/`, { headers })).text()
    expect(sentences).toHaveLength(count)
    for (const sentence of sentences)
      expect(sentence).toMatch(
        /^A request from 127\.0\.0\.1 .* TRUSTED_PROXIES does not contain that address/,
      )
  },
)

it('fault 81: warns once of a trusted proxy that forwards something that is not an address', async () => {
  const sentences: string[] = []
  const { port } = await serveSmall({
    trustedProxies: ['127.0.0.1'],
    warn: (sentence) => sentences.push(sentence),
  })
  for (const forwarded of ['192.0.2.7:443', 'unknown', '_hidden'])
    await (await fetch(`http://127.0.0.1:${port}/`, { headers: { 'X-Forwarded-For': forwarded } })).text()
  expect(sentences).toEqual([
    expect.stringMatching(/^The trusted proxy 127\.0\.0\.1 forwards "unknown" .* is not an IP address/),
  ])
})
