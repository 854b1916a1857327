import { Hono } from 'hono'
import { readAccess } from '../http/access.ts'
import { readFlag } from '../http/flags.ts'
import type { LakeEnv } from '../http/guard.ts'
import { streamResponse } from '../http/stream.ts'
import { formatEvent } from '../listen/sink.ts'
import { isPublishedId } from '../mutations/document-id.ts'
import { mayRead } from '../query/views.ts'
import type { Dataset } from './dataset.ts'
import { syncTag } from './query.ts'

/** `GET /data/live/events/:dataset`: that a query may answer differently, for `client.live.events()`. */
export function liveRoutes({ store, dataset }: Dataset) {
  const app = new Hono<LakeEnv>()
  app.get('/', (c) => {
    const access = readAccess(c)
    const includeDrafts = readFlag(c, 'includeDrafts', false)
    // A reader that comes back may have missed something.
    const first = c.req.header('last-event-id') === undefined ? 'welcome' : 'restart'
    return streamResponse(c.req.method, (sink) => {
      sink.send(formatEvent(first, {}, 'opened'))
      return store.afterCommit(({ id, changes }) => {
        const concerns = ({ documentId }: { documentId: string }) =>
          includeDrafts ? mayRead(access, documentId) : isPublishedId(documentId)
        if (changes.some(concerns)) sink.send(formatEvent('message', { tags: [syncTag(dataset)] }, id))
      })
    })
  })
  return app
}
