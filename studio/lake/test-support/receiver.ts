import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export type Received = { headers: IncomingHttpHeaders; body: string; at: number }

/** How the receiver answers: a status, `hang` for nothing at all, `cut` for a connection that breaks. */
export type Behaviour = number | 'hang' | 'cut'

/** Decides how to answer a request; while its promise is pending, so is the answer. */
type Decide = (request: Received) => Behaviour | Promise<Behaviour>

/**
 * A real HTTP server that receives webhooks. It answers with the list, one entry per request, then with 200; or as the
 * function decides.
 */
export async function startReceiver(behaviours: Behaviour[] | Decide = []) {
  const received: Received[] = []
  const next = Array.isArray(behaviours) ? [...behaviours] : []
  const decide = Array.isArray(behaviours) ? () => next.shift() ?? 200 : behaviours
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined)
    // The sender closed the connection before the body was complete.
    if (body === undefined) return
    const entry = { headers: request.headers, body, at: Date.now() }
    received.push(entry)
    behave(response, await decide(entry))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    /** The ids of the delivered documents, in the order of their arrival. */
    ids: () => received.map(({ headers }) => headers['sanity-document-id']),
  }
}

function behave(response: ServerResponse, behaviour: Behaviour): void {
  if (behaviour === 'hang') return
  if (behaviour === 'cut') return void response.socket?.destroy()
  response.writeHead(behaviour).end('{}')
}
