import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { LakeError, toListenError } from '../errors.ts'
import type { LakeEnv } from './access.ts'
import { formatBody, securityHeaders, sendErrorToSocket } from './answers.ts'

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
