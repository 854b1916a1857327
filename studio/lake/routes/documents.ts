import { Hono } from 'hono'
import type { LakeEnv } from '../http/access.ts'
import { sendNdjson } from '../http/answers.ts'
import { readFlag } from '../http/requests.ts'
import { toPublishedId } from '../mutations/document-id.ts'
import type { LakeDocument } from '../store/types.ts'

/** `GET /data/doc/:dataset/:ids`: documents by id, as stored. */
export function documentRoutes() {
  return new Hono<LakeEnv>().get('/:ids', (c) => {
    const { store, getView } = c.get('dataset')
    const withVersions = (id: string) => {
      const versions = getView('raw').versionsOf(toPublishedId(id))
      return [...new Set([toPublishedId(id), ...versions.map(({ _id }) => _id)])]
    }
    const given = [...new Set(c.req.param('ids').split(','))]
    const ids = readFlag(c, 'includeAllVersions', false) ? given.flatMap(withVersions) : given
    const found = ids.flatMap((id) => store.get(id) ?? [])
    const omitted = ids.filter((id) => !store.get(id)).map((id) => ({ id, reason: 'existence' }))
    const documents = readFlag(c, 'excludeContent', false) ? found.map(withoutContent) : found
    return c.json({ documents, omitted })
  })
}

/**
 * `GET /data/export/:dataset`: all documents as NDJSON, for @sanity/export; `?types=a,b` for some types. There is only
 * one page, so there is never a `nextCursor`. The URLs of images and files end in the key that opens them.
 */
export function exportRoutes(assetKey: string) {
  return new Hono<LakeEnv>().get('/', (c) => {
    const types = c.req.query('types')?.split(',')
    const all = Iterator.from(c.get('dataset').store.all())
    return sendNdjson(c, all.filter(({ _type }) => types?.includes(_type) ?? true).map(withKey))
  })

  function withKey(document: LakeDocument): LakeDocument {
    const isAsset = document._type === 'sanity.imageAsset' || document._type === 'sanity.fileAsset'
    return isAsset ? { ...document, url: `${String(document['url'])}/${assetKey}` } : document
  }
}

function withoutContent({ _id, _type, _rev, _createdAt, _updatedAt }: LakeDocument) {
  return { _id, _type, _rev, _createdAt, _updatedAt }
}
