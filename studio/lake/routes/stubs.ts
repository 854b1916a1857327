import { Hono } from 'hono'
import { type LakeEnv, localEditor, requireEditor } from '../http/access.ts'
import type { Store } from '../store/types.ts'

/** Features of the hosted service that the Studio asks for: the answers say that there are none. */
const answers: readonly [method: 'GET' | 'POST', path: string, answer: unknown][] = [
  ['GET', '/auth/providers', { providers: [], thirdPartyLogin: false }],
  ['POST', '/auth/logout', {}],
  ['GET', '/features', []],
  ['GET', '/geoip/country', null],
  ['GET', '/help', {}],
  ['POST', '/intake/batch', {}],
  ['GET', '/intake/telemetry-status', { status: 'denied' }],
  ['GET', '/journey/announcements', []],
  ['GET', '/journey/*', null],
  ['GET', '/ping', { message: 'pong' }],
  ['GET', '/data/ping/:dataset', { message: 'pong' }],
  ['GET', '/schedules/:project/:dataset', { schedules: [] }],
]

export function stubRoutes(store: Store) {
  const app = new Hono<LakeEnv>()
  for (const [method, path, answer] of answers) app.on(method, path, (c) => c.json(answer))
  app.get('/auth/id', requireEditor, (c) => c.json({ id: localEditor.id }))
  // The count includes this dataset's references; `references` lists those of other datasets, of which there are none.
  app.get('/data/references/:dataset/documents/:id/to', requireEditor, (c) => {
    const excludesInternal = c.req.query('excludeInternalReferences') === 'true'
    const totalCount = excludesInternal ? 0 : store.referrers(c.req.param('id')).size
    return c.json({ totalCount, references: [] })
  })
  return app
}
