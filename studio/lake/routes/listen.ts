import { Hono } from 'hono'
import { type Access, readAccess } from '../http/access.ts'
import { lakeErrors, toLakeError } from '../http/errors.ts'
import { isSwitchedOn } from '../http/flags.ts'
import { type LakeEnv, requireWriter } from '../http/guard.ts'
import { streamResponse, streamToSocket } from '../http/stream.ts'
import type { SocketRoute } from '../http/upgrade.ts'
import { createMatcher } from '../listen/matcher.ts'
import { type Listening, openListener } from '../listen/open-listener.ts'
import { formatEvent, type OpenStream } from '../listen/sink.ts'
import { readQueryParams } from '../query/params.ts'
import type { Dataset } from './dataset.ts'

type Asked = { search: URLSearchParams; access: Access; lastEventId: string | undefined }

/**
 * `GET /data/listen/:dataset`: the changes to the documents of a query, as server-sent events. For editors: every
 * write waits for the filters of all who listen. A query that cannot be listened to is told by a `channelError`, as an
 * EventSource cannot read the body of an error.
 */
export function listenRoutes(parts: Dataset) {
  const app = new Hono<LakeEnv>()
  app.get('/', requireWriter, (c) => {
    const search = new URL(c.req.url).searchParams
    const asked = { search, access: readAccess(c), lastEventId: c.req.header('last-event-id') }
    return streamResponse(c.req.method, openStream(asked, parts))
  })
  return app
}

/** The same over a WebSocket, whose address takes `lastEventId` in place of the header that a browser cannot set. */
export function listenSocket(parts: Dataset): SocketRoute {
  return {
    path: new RegExp(`^/v[0-9X][0-9-]*/data/listen/${parts.dataset}$`),
    open(socket, { url, access }) {
      const search = url.searchParams
      const lastEventId = search.get('lastEventId') ?? undefined
      streamToSocket(socket, openStream({ search, access, lastEventId }, parts))
    },
  }
}

function openStream(asked: Asked, parts: Dataset): OpenStream {
  try {
    const listening = readListening(asked, parts)
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

function readListening({ search, access, lastEventId }: Asked, parts: Dataset): Listening {
  const query = search.get('query')
  if (query === null) throw lakeErrors.badRequest('There is no "query" in the address')
  const { store, projectId, dataset } = parts
  const context = { identity: access.identity, projectId, dataset }
  const flag = (name: string, otherwise: boolean) => isSwitchedOn(search.get(name), otherwise)
  return {
    store,
    matches: createMatcher(query, readQueryParams(search), context),
    options: {
      includeResult: flag('includeResult', false),
      includePreviousRevision: flag('includePreviousRevision', false),
      includeMutations: flag('includeMutations', true),
      includeAllVersions: flag('includeAllVersions', false),
      effects: search.get('effectFormat') === 'mendoza',
    },
    resumeAfter: flag('enableResume', false) ? lastEventId : undefined,
  }
}
