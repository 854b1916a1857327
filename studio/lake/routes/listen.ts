import { type Context, Hono } from 'hono'
import type { LakeEnv } from '../http/access.ts'
import { toLakeError } from '../http/answers.ts'
import { formatEvent, type OpenStream, sendEventStream, sendEventsToSocket } from '../http/event-stream.ts'
import { readFlag, readQuery } from '../http/requests.ts'
import { acceptWebSocket } from '../http/server.ts'
import { createMatcher, type Listener, openListener } from '../listen/listener.ts'

/**
 * `GET /data/listen/:dataset`: changes to the documents of a query, as server-sent events. The same over a WebSocket, with
 * `lastEventId` in the URL: browsers cannot set headers of a WebSocket.
 */
export function listenRoutes() {
  return new Hono<LakeEnv>()
    .use(
      acceptWebSocket((socket, c) => sendEventsToSocket(socket, openStream(c, c.req.query('lastEventId')))),
    )
    .get('/', (c) => sendEventStream(c, openStream(c, c.req.header('last-event-id'))))
}

/** An invalid query is answered with a `channelError` event: an EventSource cannot read the body of an error. */
function openStream(c: Context<LakeEnv>, lastEventId: string | undefined): OpenStream {
  try {
    const listener = readListener(c, lastEventId)
    return (sink) => openListener(listener, sink)
  } catch (error) {
    const { details } = toLakeError(error)
    return (sink) => {
      sink.send(formatEvent('channelError', { error: details, message: details.description }))
      sink.close()
      return () => {}
    }
  }
}

function readListener(c: Context<LakeEnv>, lastEventId: string | undefined): Listener {
  const dataset = c.get('dataset')
  return {
    store: dataset.store,
    matches: createMatcher(readQuery(c), dataset),
    options: {
      includeResult: readFlag(c, 'includeResult', false),
      includePreviousRevision: readFlag(c, 'includePreviousRevision', false),
      includeMutations: readFlag(c, 'includeMutations', true),
      includeEffects: c.req.query('effectFormat') === 'mendoza',
    },
    resumeAfter: readFlag(c, 'enableResume', false) ? lastEventId : undefined,
  }
}
