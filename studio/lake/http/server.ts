import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { type WebSocket, WebSocketServer } from 'ws'
import { LakeError, lakeErrors, toListenError } from '../errors.ts'
import { type AccessRules, authorize, type LakeEnv } from './access.ts'
import type { Caller } from '../people/roles.ts'
import { formatBody, securityHeaders, sendErrorToSocket, toLakeError } from './answers.ts'

export type HttpHandlers = {
  app: Hono<LakeEnv>
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>
}

export type HttpServer = { port: number; origin: string; close: () => Promise<void> }

const statuses: Record<string, 408 | 431> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Milliseconds for requests in flight when the server stops. Event streams would never end. */
const drainTimeout = 300

type Binding = { port: number; host?: string; basePath?: string }

/**
 * Listens on `host` and 127.0.0.1; port 0 for any free one. Paths below `basePath` are served as well, as if without it.
 * Rejects with OperatorError if the port cannot be used.
 */
export async function startServer(
  handlers: HttpHandlers,
  { port, host = '127.0.0.1', basePath = '' }: Binding,
): Promise<HttpServer> {
  const hosts = /^(?:0\.0\.0\.0|::)$/.test(host) ? [host] : new Set(['127.0.0.1', host])
  await using opened = new AsyncDisposableStack()
  let bound = port
  for (const each of hosts) {
    const server = createHttpServer(handlers, basePath)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    server.once('error', (error) => reject(toListenError(error))).listen(bound, each, resolve)
    await promise
    opened.defer(() => close(server))
    bound = (server.address() as AddressInfo).port
  }
  const servers = opened.move()
  return { port: bound, origin: `http://localhost:${bound}`, close: () => servers.disposeAsync() }
}

function createHttpServer({ app, upgrade }: HttpHandlers, basePath: string): Server {
  const handle = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0], {
    // For requests that do not reach the application, such as one without a valid Host.
    errorHandler: () => new Response(formatBody(malformed(400)), { status: 400, headers: securityHeaders }),
  })
  const server = createServer(
    { connectionsCheckingInterval: 1_000, headersTimeout: 5_000, requestTimeout: 120_000 },
    (request, response) => void handle(removeBase(request, basePath), response),
  )
  server.maxConnections = 1_000
  server.on('upgrade', (request, socket, head) => void upgrade(removeBase(request, basePath), socket, head))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    sendErrorToSocket(socket, malformed(statuses[error.code ?? ''] ?? 400)),
  )
  return server
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()))
  server.closeIdleConnections()
  const deadline = setTimeout(() => server.closeAllConnections(), drainTimeout)
  await closed
  clearTimeout(deadline)
}

function removeBase(request: IncomingMessage, basePath: string): IncomingMessage {
  const { url = '/' } = request
  const rest = basePath !== '' && url.startsWith(basePath) ? url.slice(basePath.length) : undefined
  if (rest !== undefined && /^(?:[/?]|$)/.test(rest)) request.url = rest.startsWith('/') ? rest : `/${rest}`
  return request
}

function malformed(status: 400 | 408 | 431): LakeError {
  return new LakeError(status, { type: 'malformedRequest', description: 'The request is malformed' })
}

export type SocketRoute = {
  path: RegExp
  open: (socket: WebSocket, url: URL, caller: Caller) => void
}

const maxMessageBytes = 64 * 1024

/** Accepts WebSockets of the editor, under the same access rules as requests. */
export function createWebSockets(routes: readonly SocketRoute[], rules: AccessRules) {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })

  async function findRoute(
    request: IncomingMessage,
  ): Promise<{ url: URL; route: SocketRoute; caller: Caller }> {
    const url = URL.parse(request.url ?? '/', 'http://localhost')
    const caller = await authorize(request, url?.pathname ?? '/', rules)
    const route = url && routes.find(({ path }) => path.test(url.pathname))
    if (!route) throw lakeErrors.notFound('There is no WebSocket at this address')
    if (!caller) throw lakeErrors.unauthorized()
    return { url, route, caller }
  }

  return {
    async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
      socket.on('error', () => socket.destroy())
      try {
        const { url, route, caller } = await findRoute(request)
        server.handleUpgrade(request, socket, head, (opened) => {
          // Invalid or oversized messages close this connection only.
          opened.on('error', () => opened.terminate())
          route.open(opened, url, caller)
        })
      } catch (error) {
        sendErrorToSocket(socket, toLakeError(error))
      }
    },
    close(): void {
      for (const opened of server.clients) opened.terminate()
      server.close()
    },
  }
}
