import { Hono } from 'hono'
import type { LakeEnv } from '../http/access.ts'
import { sendNdjson } from '../http/answers.ts'
import { readFlag } from '../http/requests.ts'
import { toPublishedId } from '../mutations/document-id.ts'
import type { LakeDocument } from '../store/types.ts'
import type { Dataset } from '../query/view.ts'

/** `GET /data/doc/:dataset/:ids`: documents by id, as stored. */
export function documentRoutes({ store, getView }: Dataset) {
  const app = new Hono<LakeEnv>()
  app.get('/:ids', (c) => {
    const given = [...new Set(c.req.param('ids').split(','))]
    const ids = readFlag(c, 'includeAllVersions', false) ? given.flatMap(withVersions) : given
    const found = ids.flatMap((id) => store.get(id) ?? [])
    const omitted = ids.filter((id) => !store.get(id)).map((id) => ({ id, reason: 'existence' }))
    const documents = readFlag(c, 'excludeContent', false) ? found.map(withoutContent) : found
    return c.json({ documents, omitted }, 200, { 'Cache-Control': 'no-store' })
  })

  function withVersions(id: string): string[] {
    const publishedId = toPublishedId(id)
    const ids = getView('raw').versionsOf(publishedId)
    return [...new Set([publishedId, ...ids.map(({ _id }) => _id)])]
  }
  return app
}

/**
 * `GET /data/export/:dataset`: all documents as NDJSON, for @sanity/export; `?types=a,b` for some types. There is only
 * one page, so there is never a `nextCursor`.
 */
export function exportRoutes({ store }: Dataset) {
  const app = new Hono<LakeEnv>()
  app.get('/', (c) => {
    const types = c.req.query('types')?.split(',')
    return sendNdjson(c, types ? store.all().filter(({ _type }) => types.includes(_type)) : store.all())
  })
  return app
}

function withoutContent({ _id, _type, _rev, _createdAt, _updatedAt }: LakeDocument) {
  return { _id, _type, _rev, _createdAt, _updatedAt }
}
