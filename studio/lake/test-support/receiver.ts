import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export type Received = { headers: IncomingHttpHeaders; body: string; at: number }

/** How the receiver answers: a status, `hang` for nothing at all, `cut` for a connection that breaks. */
export type Behaviour = number | 'hang' | 'cut'

/** A real server that webhooks are sent to. It answers by the list, one entry per request, and 200 after its end. */
export async function startReceiver(behaviours: Behaviour[] = []) {
  const received: Received[] = []
  const next = [...behaviours]
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined)
    // Who asked is gone in the middle of asking.
    if (body === undefined) return
    received.push({ headers: request.headers, body, at: Date.now() })
    behave(response, next.shift() ?? 200)
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
    /** The ids of the documents that came, in their order. */
    ids: () => received.map(({ headers }) => headers['sanity-document-id']),
  }
}

function behave(response: ServerResponse, behaviour: Behaviour): void {
  if (behaviour === 'hang') return
  if (behaviour === 'cut') return void response.socket?.destroy()
  response.writeHead(behaviour).end('{}')
}
