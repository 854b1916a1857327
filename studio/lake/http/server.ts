import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { type WebSocket, WebSocketServer } from 'ws'
import { LakeError, lakeErrors, toListenError } from '../errors.ts'
import { type AccessRules, authorize, type LakeEnv } from './access.ts'
import { formatBody, securityHeaders, sendErrorToSocket, toLakeError } from './answers.ts'

export type HttpHandlers = {
  app: Hono<LakeEnv>
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

export type HttpServer = { port: number; origin: string; close: () => Promise<void> }

const statuses: Record<string, 408 | 431> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Milliseconds for requests in flight when the server stops. Event streams would never end. */
const drainTimeout = 300

/** Listens on 127.0.0.1; port 0 for any free one. Rejects with OperatorError if the port cannot be used. */
export async function startServer({ app, upgrade }: HttpHandlers, port: number): Promise<HttpServer> {
  const handle = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0], {
    // For requests that do not reach the application, such as one without a valid Host.
    errorHandler: () => new Response(formatBody(malformed(400)), { status: 400, headers: securityHeaders }),
  })
  const server = createServer(
    { connectionsCheckingInterval: 1_000, headersTimeout: 5_000, requestTimeout: 120_000 },
    (request, response) => void handle(request, response),
  )
  server.maxConnections = 1_000
  server.on('upgrade', upgrade)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    sendErrorToSocket(socket, malformed(statuses[error.code ?? ''] ?? 400)),
  )
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', (error) => reject(toListenError(error))).listen(port, '127.0.0.1', resolve)
  await promise
  const bound = (server.address() as AddressInfo).port
  return {
    port: bound,
    origin: `http://localhost:${bound}`,
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()))
      server.closeIdleConnections()
      const deadline = setTimeout(() => server.closeAllConnections(), drainTimeout)
      await closed
      clearTimeout(deadline)
    },
  }
}

function malformed(status: 400 | 408 | 431): LakeError {
  return new LakeError(status, { type: 'malformedRequest', description: 'The request is malformed' })
}

export type SocketRoute = {
  path: RegExp
  open: (socket: WebSocket, url: URL) => void
}

const maxMessageBytes = 64 * 1024

/** Accepts WebSockets of the editor, under the same access rules as requests. */
export function createWebSockets(routes: readonly SocketRoute[], rules: AccessRules) {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })

  function findRoute(request: IncomingMessage): { url: URL; route: SocketRoute } {
    const url = URL.parse(request.url ?? '/', 'http://localhost')
    const isEditor = authorize(request, url?.pathname ?? '/', rules)
    const route = url && routes.find(({ path }) => path.test(url.pathname))
    if (!route) throw lakeErrors.notFound('There is no WebSocket at this address')
    if (!isEditor) throw lakeErrors.unauthorized()
    return { url, route }
  }

  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      socket.on('error', () => socket.destroy())
      try {
        const { url, route } = findRoute(request)
        server.handleUpgrade(request, socket, head, (opened) => {
          // Invalid or oversized messages close this connection only.
          opened.on('error', () => opened.terminate())
          route.open(opened, url)
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
