import { Hono } from 'hono'
import { readAccess } from '../http/access.ts'
import { toLakeError } from '../http/errors.ts'
import type { LakeEnv } from '../http/guard.ts'
import { streamResponse, streamToSocket } from '../http/stream.ts'
import type { SocketRoute } from '../http/upgrade.ts'
import { openListener } from '../listen/open-listener.ts'
import { readListenRequest } from '../listen/read-request.ts'
import { formatEvent } from '../listen/sink.ts'
import type { Dataset } from './dataset.ts'

/** `GET /data/listen/:dataset`: the changes to the documents of a query, as server-sent events. */
export function listenRoutes(parts: Dataset) {
  const app = new Hono<LakeEnv>()
  app.get('/', (c) => {
    const asked = {
      url: new URL(c.req.url),
      access: readAccess(c),
      lastEventId: c.req.header('last-event-id'),
    }
    const listening = readListenRequest(asked, parts)
    return streamResponse(c.req.method, (sink) => openListener(listening, sink))
  })
  return app
}

/** The same over a WebSocket, whose address takes `lastEventId` in place of the header that a browser cannot set. */
export function listenSocket(parts: Dataset): SocketRoute {
  return {
    path: new RegExp(`^/v[0-9X][0-9-]*/data/listen/${parts.dataset}$`),
    open(socket, { url, access }) {
      try {
        const lastEventId = url.searchParams.get('lastEventId') ?? undefined
        const listening = readListenRequest({ url, access, lastEventId }, parts)
        streamToSocket(socket, (sink) => openListener(listening, sink))
      } catch (error) {
        const { details } = toLakeError(error)
        socket.send(formatEvent('channelError', { error: details, message: details.description }))
        socket.close()
      }
    },
  }
}
