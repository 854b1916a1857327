import { Hono } from 'hono'
import { readAccess } from '../http/access.ts'
import { readFlag } from '../http/flags.ts'
import type { LakeEnv } from '../http/guard.ts'
import { isPublishedId, toPublishedId } from '../mutations/document-id.ts'
import { mayRead } from '../query/views.ts'
import type { LakeDocument } from '../store/types.ts'
import type { Dataset } from './dataset.ts'

/** `GET /data/doc/:dataset/:ids`: documents as they are stored, by id. */
export function documentRoutes({ store }: Dataset) {
  const app = new Hono<LakeEnv>()
  app.get('/:ids', (c) => {
    const asked = [...new Set(c.req.param('ids').split(','))]
    const ids = readFlag(c, 'includeAllVersions', false) ? asked.flatMap((id) => versionsOf(id)) : asked
    const access = readAccess(c)
    const found = ids.flatMap((id) => (mayRead(access, id) ? (store.get(id) ?? []) : []))
    const omitted = ids
      .filter((id) => !found.some(({ _id }) => _id === id))
      // Where a document may not be read, nobody learns whether it exists.
      .map((id) => ({ id, reason: mayRead(access, id) ? 'existence' : 'permission' }))
    const documents = readFlag(c, 'excludeContent', false) ? found.map(withoutContent) : found
    return c.json({ documents, omitted }, 200, { 'Cache-Control': 'no-store' })
  })

  function versionsOf(id: string): string[] {
    const published = toPublishedId(id)
    const versions = store.all().filter(({ _id }) => !isPublishedId(_id) && toPublishedId(_id) === published)
    return [published, ...versions.map(({ _id }) => _id)]
  }
  return app
}

function withoutContent({ _id, _type, _rev, _createdAt, _updatedAt }: LakeDocument) {
  return { _id, _type, _rev, _createdAt, _updatedAt }
}
