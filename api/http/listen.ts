import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { createAddressReader, createProxyWarning } from './client-network.ts'
import { limitConnections } from './limit-connections.ts'
import { createReaderCheck } from './slow-readers.ts'

/** Returns whether it has answered; if not, the application must. */
export type DirectAnswerer = (request: IncomingMessage, response: ServerResponse) => boolean

type Options = {
  host: string
  port: number
  headers: Record<string, string>
  trustedProxies?: string[]
  answerDirectly?: DirectAnswerer | undefined
  /** Receives sentences for the operator. */
  warn?: (sentence: string) => void
  connections?: { max: number; maxPerNetwork: number }
  /** Bytes that a client must read in a second. */
  slowestReader?: number
}

/** Drops slow clients; malformed HTTP gets the security headers too. Rejects with Node's error (EADDRINUSE, …). */
export async function listen(
  app: Hono,
  {
    host,
    port,
    headers,
    trustedProxies = [],
    answerDirectly,
    warn = () => {},
    connections = { max: 2_000, maxPerNetwork: 1_000 },
    slowestReader = 8 * 1024,
  }: Options,
) {
  const answer = getRequestListener(app.fetch, {
    // Requests without a valid Host header do not reach the application.
    errorHandler: () =>
      new Response(refusalText('400 Bad Request'), { status: 400, headers: refusalHeaders(headers) }),
  })
  const refuseRequest = (response: ServerResponse, status: string) =>
    void response.writeHead(Number(status.slice(0, 3)), refusalHeaders(headers)).end(refusalText(status))
  const checkForwarded = createProxyWarning(trustedProxies, warn)
  const answering = new Set<ServerResponse>()
  const track = ({ socket }: IncomingMessage, response: ServerResponse) => {
    answering.add(response)
    response.once('close', () => answering.delete(response))
    bounds.markActive(socket, response)
  }
  const server = createServer(
    {
      connectionsCheckingInterval: 1_000,
      headersTimeout: 5_000,
      requestTimeout: 10_000,
      // Longer than proxies keep an idle connection (Caddy two minutes): a post would fail on one that is being closed.
      keepAliveTimeout: 125_000,
      requireHostHeader: false,
    },
    (request, response) => {
      // A proxy may have checked another Host than ours: that of a second header, or of an address in place of a path.
      // A fragment is invalid (RFC 9112, section 3.2); parsers differ on it.
      const { url = '' } = request
      if (hasTwoHosts(request) || !url.startsWith('/') || url.includes('#'))
        return refuseRequest(response, '400 Bad Request')
      bounds.touch(request.socket)
      checkForwarded(request)
      const isAnswered = answerDirectly?.(request, response) ?? false
      if (!isAnswered || response.writableLength > 0) track(request, response)
      if (!isAnswered) void answer(request, response)
    },
  )
  server.on('checkExpectation', (_request, response: ServerResponse) =>
    refuseRequest(response, '417 Expectation Failed'),
  )
  // Slow readers may not keep others out. `limitConnections` closes idle connections.
  server.setTimeout(15_000)
  const dropping = setInterval(createReaderCheck(answering, slowestReader), 1_000)
  server.once('close', () => clearInterval(dropping))
  const bounds = limitConnections(server, { ...connections, networkOf: createAddressReader(trustedProxies) })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket as Socket, headers))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, host, resolve)
  await promise
  return {
    port: (server.address() as AddressInfo).port,
    /** Accepts no new connections, answers requests in flight, and closes the rest at the deadline. */
    drain: (deadlineMs = 8_000) => drain(server, answering, deadlineMs),
  }
}

function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  // Names and values in turn.
  const isHost = (name: string, at: number) =>
    at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host'
  return rawHeaders.findIndex(isHost) !== rawHeaders.findLastIndex(isHost)
}

/** Milliseconds that idle connections stay open while draining: a request may be on its way. */
const grace = 500

async function drain(server: Server, answering: Set<ServerResponse>, deadlineMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  // Sends `Connection: close`.
  for (const response of answering) response.shouldKeepAlive = false
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
  // Unlike the method of node:http, this leaves idle connections open.
  NetServer.prototype.close.call(server, () => resolve())
  const drainedAt = performance.now() + Math.min(grace, deadlineMs)
  const idle = setInterval(() => {
    if (performance.now() >= drainedAt) server.closeIdleConnections()
  }, 50)
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs)
  await promise
  clearInterval(idle)
  clearTimeout(deadline)
  // Stops Node's own checks of slow requests.
  server.close()
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

/** Node could not parse the request, so there is no response object. */
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
  // Destroying at once would reset the connection before the client reads the answer.
  setTimeout(() => socket.destroy(), 1_000).unref()
}
