import { type Context, Hono } from 'hono'
import { lakeErrors } from '../errors.ts'
import type { LakeEnv } from '../http/access.ts'
import { toLakeError } from '../http/answers.ts'
import { formatEvent, type OpenStream, sendEventStream, sendEventsToSocket } from '../http/event-stream.ts'
import { parseFlag, readQueryParams } from '../http/requests.ts'
import { acceptWebSocket } from '../http/server.ts'
import { createMatcher, type Listener, openListener } from '../listen/listener.ts'
import type { Dataset } from '../query/view.ts'

/**
 * `GET /data/listen/:dataset`: changes to the documents of a query, as server-sent events. The same over a WebSocket, with
 * `lastEventId` in the URL: browsers cannot set headers of a WebSocket.
 */
export function listenRoutes() {
  const app = new Hono<LakeEnv>()
  app.use(
    acceptWebSocket((socket, c) => sendEventsToSocket(socket, openStream(c, c.req.query('lastEventId')))),
  )
  app.get('/', (c) => sendEventStream(c, openStream(c, c.req.header('last-event-id'))))
  return app
}

/** An invalid query is answered with a `channelError` event: an EventSource cannot read the body of an error. */
function openStream(c: Context<LakeEnv>, lastEventId: string | undefined): OpenStream {
  try {
    const listener = readListener(new URL(c.req.url).searchParams, lastEventId, c.get('dataset'))
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

function readListener(search: URLSearchParams, lastEventId: string | undefined, dataset: Dataset): Listener {
  const query = search.get('query')
  if (query === null) throw lakeErrors.badRequest('The URL has no "query" parameter')
  const flag = (name: string, fallback: boolean) => parseFlag(search.get(name), fallback)
  return {
    store: dataset.store,
    matches: createMatcher({ query, params: readQueryParams(search) }, dataset),
    options: {
      includeResult: flag('includeResult', false),
      includePreviousRevision: flag('includePreviousRevision', false),
      includeMutations: flag('includeMutations', true),
      includeEffects: search.get('effectFormat') === 'mendoza',
    },
    resumeAfter: flag('enableResume', false) ? lastEventId : undefined,
  }
}
