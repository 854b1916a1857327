import { Hono } from 'hono'
import { lakeErrors } from '../errors.ts'
import type { LakeEnv } from '../http/access.ts'
import { formatEvent, sendEventStream } from '../http/event-stream.ts'
import { readFlag } from '../http/requests.ts'
import { isPublishedId } from '../mutations/document-id.ts'
import type { Dataset } from '../query/view.ts'

/** The one sync tag: any change may change the result of any query. */
export function syncTag(dataset: string): string {
  return `s1:${dataset}`
}

/**
 * `GET /data/live/events/:dataset`, for `client.live.events()`: that results of queries may have changed. Without a
 * token, as hosted, but drafts only for the editor. A client that comes back gets `restart`, and queries again.
 */
export function liveRoutes({ store, dataset }: Dataset) {
  return new Hono<LakeEnv>().get('/', (c) => {
    const includesDrafts = readFlag(c, 'includeDrafts', false)
    if (includesDrafts && !c.get('caller')) throw lakeErrors.unauthorized()
    const first = c.req.header('last-event-id') === undefined ? 'welcome' : 'restart'
    return sendEventStream(c, (sink) => {
      sink.send(formatEvent(first, {}, 'opened'))
      return store.afterCommit(({ id, changes }) => {
        if (includesDrafts || changes.some(({ documentId }) => isPublishedId(documentId)))
          sink.send(formatEvent('message', { tags: [syncTag(dataset)] }, id))
      })
    })
  })
}
