import { Hono } from 'hono'
import { readAccess } from '../http/access.ts'
import { toLakeError } from '../http/errors.ts'
import type { LakeEnv } from '../http/guard.ts'
import { streamResponse, streamToSocket } from '../http/stream.ts'
import type { SocketRoute } from '../http/upgrade.ts'
import { openListener } from '../listen/open-listener.ts'
import { type ListenRequest, readListenRequest } from '../listen/read-request.ts'
import { formatEvent, type OpenStream } from '../listen/sink.ts'
import type { Dataset } from './dataset.ts'

/**
 * `GET /data/listen/:dataset`: the changes to the documents of a query, as server-sent events. A query that cannot be
 * listened to is told by a `channelError`, as an EventSource cannot read the body of an error.
 */
export function listenRoutes(parts: Dataset) {
  const app = new Hono<LakeEnv>()
  app.get('/', (c) => {
    const asked = {
      url: new URL(c.req.url),
      access: readAccess(c),
      lastEventId: c.req.header('last-event-id'),
    }
    return streamResponse(c.req.method, openStream(asked, parts))
  })
  return app
}

/** The same over a WebSocket, whose address takes `lastEventId` in place of the header that a browser cannot set. */
export function listenSocket(parts: Dataset): SocketRoute {
  return {
    path: new RegExp(`^/v[0-9X][0-9-]*/data/listen/${parts.dataset}$`),
    open(socket, { url, access }) {
      const lastEventId = url.searchParams.get('lastEventId') ?? undefined
      streamToSocket(socket, openStream({ url, access, lastEventId }, parts))
    },
  }
}

function openStream(asked: ListenRequest, parts: Dataset): OpenStream {
  try {
    const listening = readListenRequest(asked, parts)
    return (sink) => openListener(listening, sink)
  } catch (error) {
    const { details } = toLakeError(error)
    return (sink) => {
      sink.send(formatEvent('channelError', { error: details, message: details.description }))
      sink.close()
      return () => {}
    }
  }
}
