import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { listingInput, post, serve } from '../tests/serve.ts'

/** A client that sends the beginning of a body and no more. Resolves with the status line when the server closes. */
function sendHalf(port: number): { socket: Socket; answer: Promise<string> } {
  const socket = connect(port, '127.0.0.1')
  const { promise, resolve } = Promise.withResolvers<string>()
  let answer = ''
  socket.setEncoding('latin1').on('data', (chunk) => (answer += chunk))
  socket.on('close', () => resolve(answer.split('\r\n')[0] ?? '')).on('error', () => {})
  socket.write('POST /api/listings HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n')
  socket.write('Content-Length: 100\r\n\r\n{"title"')
  onTestFinished(() => void socket.destroy())
  return { socket, answer: promise }
}

it('fault 37: answers everybody else during and after 600 bodies that never end', async () => {
  const { base, port } = await serve()
  const slow = Array.from({ length: 600 }, () => sendHalf(port))
  expect((await fetch(`${base}/api/listings/category/jobs`)).status).toBe(200)
  const answers = await Promise.all(slow.map(({ answer }) => answer))
  expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 408 Request Timeout']))
  for (const path of ['/api/listings/category/jobs', '/api/events', '/api/search?q=desk'])
    expect((await fetch(base + path)).status).toBe(200)
  expect((await post(base, listingInput())).status).toBe(201)
})

it('answers everybody else after 600 clients that went away in the middle of their body', async () => {
  const { base, port } = await serve()
  for (let round = 0; round < 6; round += 1) {
    const slow = Array.from({ length: 100 }, () => sendHalf(port))
    // The server has begun to read them once it answers a request that came later.
    await fetch(`${base}/api/health`)
    for (const { socket } of slow) socket.resetAndDestroy()
  }
  expect((await fetch(`${base}/api/listings/category/jobs`)).status).toBe(200)
  expect((await post(base, listingInput())).status).toBe(201)
})
