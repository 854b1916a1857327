import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import pTimeout from 'p-timeout'
import type { Health } from '#domain/health.ts'
import type { ContentStatus } from './content/client.ts'
import { type Database, ping } from './database/open.ts'
import { createAddressReader, createNetworkReader } from './http/client-network.ts'
import type { StalePage } from './publishing/stale-pages.ts'
import type { Problems } from './runtime/problems.ts'
import { readOnly } from './watch-health.ts'

type Dependencies = {
  sql: Database
  readRelease: () => { id: string }
  readStale: () => readonly StalePage[]
  readContentStatus: () => Promise<ContentStatus>
  /** Updates `problems`. */
  refreshHealth: () => Promise<void>
  readLastBackup: () => Promise<{ madeAt: string } | undefined>
  problems: Pick<Problems, 'list'>
  trustedProxies: string[]
  /** Their pages may read the health. */
  studioOrigins: readonly string[]
}

const timeout = { milliseconds: 2_000 }
const headers = { 'Cache-Control': 'no-store' }

/**
 * `/api/health`: 503 while the database is away or cannot write. Not for faulty content, which other instances would
 * have too. `…/live`: 200 while the process answers. `…/ready`: 503 while the database is away. `…/client`: the network of
 * the client, as rate limits see it, and whether a trusted proxy forwarded the request.
 */
export function healthRoutes({ sql, studioOrigins, trustedProxies, ...dependencies }: Dependencies) {
  const { readRelease, readStale, readContentStatus, refreshHealth, readLastBackup, problems } = dependencies
  const routes = new Hono<{ Bindings: HttpBindings }>()
  const networkOf = createNetworkReader(trustedProxies)
  const addressOf = createAddressReader(trustedProxies)
  const isDatabaseThere = async () => (await pTimeout(ping(sql), timeout).catch(() => 'away')) !== 'away'

  routes.get('/', async (c) => {
    const origin = c.req.header('origin')
    c.header('Vary', 'Origin')
    if (origin && studioOrigins.includes(origin)) c.header('Access-Control-Allow-Origin', origin)
    const [isThere, content] = await Promise.all([
      isDatabaseThere(),
      readContentStatus(),
      pTimeout(refreshHealth(), { ...timeout, fallback: () => {} }),
    ])
    const stale = readStale().map(({ page, since, reason }) => ({ page, since, reason }))
    const found = problems.list()
    const canWrite = !found.some(({ name }) => name === readOnly)
    const isServing = isThere && canWrite
    const body: Health = {
      status: !isServing ? 'failing' : found.length > 0 ? 'degraded' : 'ok',
      release: readRelease().id,
      database: !isThere ? 'away' : canWrite ? 'ok' : 'read-only',
      content: content === 'ok' && stale.length > 0 ? 'stale' : content,
      lastProvenBackup: (await readLastBackup())?.madeAt ?? null,
      ...(stale.length > 0 && { stale }),
      ...(found.length > 0 && { problems: found }),
    }
    return c.json(body, isServing ? 200 : 503, headers)
  })
  routes.get('/live', (c) => c.json({ status: 'ok' }, 200, headers))
  routes.get('/ready', async (c) =>
    (await isDatabaseThere())
      ? c.json({ status: 'ok' }, 200, headers)
      : c.json({ status: 'failing', database: 'away' }, 503, headers),
  )
  routes.get('/client', (c) => {
    const { incoming } = c.env
    const isForwarded = 'x-forwarded-for' in incoming.headers
    const isTrusted = addressOf(incoming.socket.remoteAddress ?? '') === undefined
    return c.json({ network: networkOf(incoming), isForwarded, isTrusted }, 200, headers)
  })

  return routes
}
