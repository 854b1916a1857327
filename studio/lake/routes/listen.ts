import { Hono } from 'hono'
import { lakeErrors } from '../errors.ts'
import type { LakeEnv } from '../http/access.ts'
import type { Caller } from '../people/roles.ts'
import { toLakeError } from '../http/answers.ts'
import { formatEvent, type OpenStream, sendEventStream, sendEventsToSocket } from '../http/event-stream.ts'
import { parseFlag, readQueryParams } from '../http/requests.ts'
import type { SocketRoute } from '../http/server.ts'
import { createMatcher, type Listener, openListener } from '../listen/listener.ts'
import type { Dataset } from '../query/view.ts'

/** `GET /data/listen/:dataset`: changes to the documents of a query, as server-sent events. */
export function listenRoutes(dataset: Dataset) {
  const app = new Hono<LakeEnv>()
  app.get('/', (c) => {
    const lastEventId = c.req.header('last-event-id')
    const open = openStream(new URL(c.req.url).searchParams, lastEventId, dataset)
    return sendEventStream(c.req.method, open)
  })
  return app
}

/** The same over a WebSocket, with `lastEventId` in the URL: browsers cannot set headers of a WebSocket. */
export function listenSocket(datasetOf: (caller: Caller) => Dataset, name: string): SocketRoute {
  return {
    path: new RegExp(`^/v[0-9X][0-9-]*/data/listen/${name}$`),
    open(socket, { searchParams }, caller) {
      const lastEventId = searchParams.get('lastEventId') ?? undefined
      sendEventsToSocket(socket, openStream(searchParams, lastEventId, datasetOf(caller)))
    },
  }
}

/** An invalid query is answered with a `channelError` event: an EventSource cannot read the body of an error. */
function openStream(search: URLSearchParams, lastEventId: string | undefined, dataset: Dataset): OpenStream {
  try {
    const listener = readListener(search, lastEventId, dataset)
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
