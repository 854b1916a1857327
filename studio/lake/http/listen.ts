import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { LakeEnv } from './guard.ts'
import { answerRaw, refusalBody } from './raw-answer.ts'
import { securityHeaders } from './security-headers.ts'

export type Served = {
  app: Hono<LakeEnv>
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

export type Listener = { port: number; origin: string; close: () => Promise<void> }

const noRequest = 'This is no request that can be answered'

const statuses: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** How long the requests in flight may take once the lake is asked to stop. The streams would never end. */
const patience = 300

/** Listens on this machine only. Rejects with Node's error (EADDRINUSE, …). Port 0 takes any free one. */
export async function listen({ app, upgrade }: Served, port: number): Promise<Listener> {
  const answer = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0], {
    // What no application can answer: a request without a host, or with one that is no host.
    errorHandler: () => new Response(refusalBody(400, noRequest), { status: 400, headers: securityHeaders }),
  })
  const server = createServer(
    { connectionsCheckingInterval: 1_000, headersTimeout: 5_000, requestTimeout: 120_000 },
    (request, response) => void answer(request, response),
  )
  server.maxConnections = 1_000
  server.on('upgrade', upgrade)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    answerRaw(socket, statuses[error.code ?? ''] ?? 400, noRequest),
  )
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, '127.0.0.1', resolve)
  await promise
  const bound = (server.address() as AddressInfo).port
  return {
    port: bound,
    origin: `http://localhost:${bound}`,
    async close() {
      const { promise: closed, resolve: done } = Promise.withResolvers<void>()
      server.close(() => done())
      server.closeIdleConnections()
      const deadline = setTimeout(() => server.closeAllConnections(), patience)
      await closed
      clearTimeout(deadline)
    },
  }
}
