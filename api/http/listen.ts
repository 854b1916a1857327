import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export type Listener = {
  port: number
  /** Takes no new connection, lets the requests in flight finish, and cuts what is left at the deadline. */
  drain: (deadlineMs?: number) => Promise<void>
}

/**
 * Listens for the application. A connection that sends its headers or its body too slowly is dropped, and what is
 * no HTTP at all is answered with the same headers as everything else. Rejects with Node's error (EADDRINUSE, …).
 */
export async function listen(
  app: Hono,
  { host, port, headers }: { host: string; port: number; headers: Record<string, string> },
): Promise<Listener> {
  const answer = getRequestListener(app.fetch, {
    // What no application can answer: a request without a host, or with one that is no host.
    errorHandler: () =>
      new Response(refusalText('400 Bad Request'), { status: 400, headers: refusalHeaders(headers) }),
  })
  const server = createServer(
    {
      connectionsCheckingInterval: 1_000,
      headersTimeout: 5_000,
      requestTimeout: 10_000,
      requireHostHeader: false,
    },
    (request, response) => void answer(request, response),
  )
  // Neither somebody who never reads nor a crowd that only holds connections keeps the others out.
  server.setTimeout(15_000)
  server.maxConnections = 2_000
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket as Socket, headers))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, host, resolve)
  await promise
  return {
    port: (server.address() as AddressInfo).port,
    drain: (deadlineMs = 8_000) => drain(server, deadlineMs),
  }
}

async function drain(server: Server, deadlineMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  // A connection that has just finished its request becomes idle and would be kept for five seconds more.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs)
  await promise
  clearInterval(idle)
  clearTimeout(deadline)
}

const refusals: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

function refusalText(status: string): string {
  return `${status.slice(4).toLowerCase()}\n`
}

function refusalHeaders(headers: Record<string, string>): Record<string, string> {
  return { ...headers, Connection: 'close', 'Content-Type': 'text/plain; charset=UTF-8' }
}

/** Node found no request in what came, so there is no answer object either: the bytes are written by hand. */
function refuse(error: NodeJS.ErrnoException, socket: Socket, headers: Record<string, string>): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = refusals[error.code ?? ''] ?? '400 Bad Request'
  const body = refusalText(status)
  const lines = Object.entries({ ...refusalHeaders(headers), 'Content-Length': String(body.length) })
  const head = lines.map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status}`, ...head, '', body].join('\r\n'))
}
