import { Hono } from 'hono'
import { readAccess } from '../http/access.ts'
import type { LakeEnv } from '../http/guard.ts'
import { streamText } from '../http/stream.ts'
import { mayRead } from '../query/views.ts'
import type { Dataset } from './dataset.ts'

/**
 * `GET /data/export/:dataset`: every document as NDJSON, `?types=a,b` for some. One answer holds all of them, so it
 * never names a `nextCursor`.
 */
export function exportRoutes({ store }: Dataset) {
  const app = new Hono<LakeEnv>()
  app.get('/', (c) => {
    const types = c.req.query('types')?.split(',')
    const access = readAccess(c)
    const documents = store
      .all()
      .filter(({ _id, _type }) => mayRead(access, _id) && (types === undefined || types.includes(_type)))
    // The dataset as it is now: what is written while a slow reader takes it in does not show.
    const lines = documents.values().map((document) => `${JSON.stringify(document)}\n`)
    return c.body(streamText(lines), 200, {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Cache-Control': 'no-store',
    })
  })
  return app
}
