import { Hono } from 'hono'
import pTimeout from 'p-timeout'
import type { ContentStatus } from './content/client.ts'
import { type Database, ping } from './database/open.ts'
import { refuseMethod } from './http/refuse.ts'
import type { StalePage } from './publishing/stale-pages.ts'
import type { Problems } from './runtime/problems.ts'

type Parts = {
  sql: Database
  readRelease: () => { id: string }
  readStale: () => readonly StalePage[]
  readContentStatus: () => Promise<ContentStatus>
  problems: Pick<Problems, 'list'>
}

/** `/api/health`: 503 only while the database is away. Not for faulty content, which other instances would have too. */
export function healthRoutes({ sql, readRelease, readStale, readContentStatus, problems }: Parts) {
  const routes = new Hono()

  routes.get('/', async (c) => {
    const [isDatabaseThere, content] = await Promise.all([
      pTimeout(ping(sql), { milliseconds: 2_000 }).then(
        () => true,
        () => false,
      ),
      readContentStatus(),
    ])
    const stale = readStale().map(({ page, since, reason }) => ({ page, since, reason }))
    const found = problems.list()
    const body = {
      status: !isDatabaseThere ? 'failing' : found.length > 0 ? 'degraded' : 'ok',
      release: readRelease().id,
      database: isDatabaseThere ? 'ok' : 'away',
      content: content === 'ok' && stale.length > 0 ? 'stale' : content,
      ...(stale.length > 0 && { stale }),
      ...(found.length > 0 && { problems: found }),
    }
    return c.json(body, isDatabaseThere ? 200 : 503, { 'Cache-Control': 'no-store' })
  })
  routes.all('/', refuseMethod('GET'))

  return routes
}
