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
 * one page, so there is never a `nextCursor`. The URLs of images and files end in the key that opens them.
 */
export function exportRoutes({ store }: Dataset, assetKey: string) {
  const app = new Hono<LakeEnv>()
  app.get('/', (c) => {
    const types = c.req.query('types')?.split(',')
    const documents = Iterator.from(store.all()).filter(({ _type }) => types?.includes(_type) ?? true)
    return sendNdjson(c, documents.map(withKey))
  })
  return app

  function withKey(document: LakeDocument): LakeDocument {
    const isAsset = document._type === 'sanity.imageAsset' || document._type === 'sanity.fileAsset'
    return isAsset ? { ...document, url: `${String(document['url'])}/${assetKey}` } : document
  }
}

function withoutContent({ _id, _type, _rev, _createdAt, _updatedAt }: LakeDocument) {
  return { _id, _type, _rev, _createdAt, _updatedAt }
}
