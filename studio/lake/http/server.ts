import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, getRequestListener, upgradeWebSocket } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { type WebSocket, WebSocketServer } from 'ws'
import { toListenError } from '../errors.ts'
import type { LakeEnv } from './access.ts'
import { defaultHeaders } from './answers.ts'

/** Milliseconds for requests in flight when the server stops. Event streams would never end. */
const drainTimeout = 300
/** Of a message that arrives by a WebSocket. */
const maxMessageBytes = 64 * 1024

/** Listens on `host` and 127.0.0.1; port 0 for any free one. Rejects with OperatorError if the port cannot be used. */
export async function startServer(app: Hono<LakeEnv>, port: number, host = '127.0.0.1') {
  const hosts = /^(?:0\.0\.0\.0|::)$/.test(host) ? [host] : new Set(['127.0.0.1', host])
  await using opened = new AsyncDisposableStack()
  let bound = port
  for (const each of hosts) {
    const webSockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })
    const server = createHttpServer(app, webSockets)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    server.once('error', (error) => reject(toListenError(error))).listen(bound, each, resolve)
    await promise
    opened.defer(() => close(server, webSockets))
    bound = (server.address() as AddressInfo).port
  }
  const servers = opened.move()
  return { port: bound, origin: `http://localhost:${bound}`, close: () => servers.disposeAsync() }
}

function createHttpServer(app: Hono<LakeEnv>, webSockets: WebSocketServer): Server {
  const fetch = app.fetch as Parameters<typeof getRequestListener>[0]
  const answer = getRequestListener(fetch, {
    // For requests that do not reach the application, such as one without a valid Host.
    errorHandler: () => new Response('The request is malformed', { status: 400, headers: defaultHeaders }),
  })
  const settings = {
    connectionsCheckingInterval: 1_000,
    headersTimeout: 5_000,
    requestTimeout: 120_000,
    // Longer than proxies keep an idle connection (Caddy two minutes): a change would fail on one that is being closed.
    keepAliveTimeout: 125_000,
    // Any other upgrade is ignored, so that the request gets its usual answer.
    shouldUpgradeCallback: ({ url = '', headers }: IncomingMessage) =>
      /^[^?]*\/(?:listen|socket)\//.test(url) && headers.upgrade?.toLowerCase() === 'websocket',
  }
  const server = createAdaptorServer({
    fetch,
    websocket: { server: webSockets },
    createServer: (() =>
      createServer(settings, (request, response) => void answer(request, response))) as typeof createServer,
  }) as Server
  server.maxConnections = 1_000
  return server
}

async function close(server: Server, webSockets: WebSocketServer): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()))
  // Refuses upgrades from now on. The open ones would keep the server open.
  webSockets.close()
  for (const opened of webSockets.clients) opened.terminate()
  const deadline = setTimeout(() => server.closeAllConnections(), drainTimeout)
  await closed
  clearTimeout(deadline)
}

/** Accepts the WebSockets at a path, under the same access rules as its requests, which go on to the next handler. */
export function acceptWebSocket(open: (socket: WebSocket, c: Context<LakeEnv>) => void) {
  return upgradeWebSocket((c) => ({ onOpen: (_, { raw }) => open(raw as WebSocket, c) }))
}
