import { Hono } from 'hono'
import { localEditor, readAccess } from '../http/access.ts'
import { type LakeError, lakeErrors } from '../http/errors.ts'
import { type LakeEnv, unauthorized } from '../http/guard.ts'
import type { Store } from '../store/types.ts'

/** What the Studio asks the hosted service for and does without: the answers say that there is none of it. */
const answers: readonly [method: 'GET' | 'POST' | 'PUT', path: string, answer: unknown][] = [
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

  app.get('/auth/id', (c) => {
    if (!readAccess(c).mayWrite) throw unauthorized()
    return c.json({ id: localEditor.id })
  })

  // References from other datasets, of which there are none, and those from this one, which are counted.
  app.get('/data/references/:dataset/documents/:id/to', (c) => {
    if (!readAccess(c).maySeeDrafts) throw unauthorized()
    const inside = c.req.query('excludeInternalReferences') !== 'true'
    const referrers = inside ? store.referrers(c.req.param('id')) : []
    return c.json({ totalCount: [...referrers].length, references: [] })
  })
  return app
}

/** For every path under a version that no route answers. */
export function refuseUnknownEndpoint(method: string, path: string): LakeError {
  return lakeErrors.notFound(`The local Content Lake has no ${method} ${path}`)
}
