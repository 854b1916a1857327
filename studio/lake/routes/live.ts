import { Hono } from 'hono'
import { readAccess } from '../http/access.ts'
import { readFlag } from '../http/flags.ts'
import type { LakeEnv } from '../http/guard.ts'
import { streamResponse } from '../http/stream.ts'
import { openLive } from '../listen/open-live.ts'
import type { Dataset } from './dataset.ts'
import { syncTag } from './query.ts'

/** `GET /data/live/events/:dataset`: that something changed, for `client.live.events()`. */
export function liveRoutes({ store, dataset }: Dataset) {
  const app = new Hono<LakeEnv>()
  app.get('/', (c) => {
    const live = {
      store,
      reader: readAccess(c),
      includeDrafts: readFlag(c, 'includeDrafts', false),
      tag: syncTag(dataset),
      lastEventId: c.req.header('last-event-id'),
    }
    return streamResponse(c.req.method, (sink) => openLive(live, sink))
  })
  return app
}
