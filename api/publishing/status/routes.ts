import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { RequestError } from '../../errors.ts'
import { createNetworkReader } from '../../http/client-network.ts'
import { createEventStream } from '../../http/event-stream.ts'
import { refuseMethod } from '../../http/refuse-method.ts'
import type { Receipts } from './receipts.ts'

export type PublishingSettings = {
  receipts: Pick<Receipts, 'list' | 'follow'>
  studioOrigins: readonly string[]
  trustedProxies: string[]
  stopping: AbortSignal
}

/** One stream per open Studio. */
const mostReaders = 100
/** Origins can be forged: no network may take all streams. */
const mostOfNetwork = 25
/** The listener drops a connection that is silent for 15 s. */
const heartbeat = 5_000

/** `/api/publishing`, server-sent events: `present` (all receipts, #domain/content/receipt.ts), `changed`, `beat`. */
export function publishingRoutes({ receipts, studioOrigins, trustedProxies, stopping }: PublishingSettings) {
  const routes = new Hono<{ Bindings: HttpBindings }>()
  const networkOf = createNetworkReader(trustedProxies)
  const readers = new Map<string, number>()

  function openStream(network: string): ReadableStream<Uint8Array<ArrayBuffer>> {
    const stop = new AbortController()
    readers.set(network, (readers.get(network) ?? 0) + 1)
    return createEventStream(
      ({ send, end }) => {
        const following = receipts.follow((changed) => send('changed', changed))
        const timer = setInterval(() => send('beat', {}), heartbeat)
        stopping.addEventListener('abort', end, { signal: stop.signal })
        stop.signal.addEventListener('abort', () => {
          following.stop()
          clearInterval(timer)
        })
        send('present', receipts.list())
      },
      () => {
        const others = (readers.get(network) ?? 1) - 1
        if (others > 0) readers.set(network, others)
        else readers.delete(network)
        stop.abort()
      },
    )
  }

  routes.get('/', (c) => {
    c.header('Vary', 'Origin')
    const origin = c.req.header('origin')
    if (origin === undefined || !studioOrigins.includes(origin))
      throw new RequestError(403, 'only the Studio may read this')
    c.header('Access-Control-Allow-Origin', origin)
    const network = networkOf(c.env.incoming)
    const all = [...readers.values()].reduce((sum, count) => sum + count, 0)
    if (stopping.aborted || all >= mostReaders || (readers.get(network) ?? 0) >= mostOfNetwork) {
      throw new RequestError(503, 'too many open streams, try again in a moment', { 'Retry-After': '5' })
    }
    c.header('Content-Type', 'text/event-stream')
    c.header('Cache-Control', 'no-store')
    // Proxies must not buffer the stream.
    c.header('X-Accel-Buffering', 'no')
    return c.req.method === 'HEAD' ? c.body(null) : c.body(openStream(network))
  })
  routes.all('/', refuseMethod('GET'))

  return routes
}
