import { Hono } from 'hono'
import type { ContentStatus } from '../content/watch-content.ts'
import type { Database } from '../database/open.ts'
import { refuseMethod } from '../http/refuse-method.ts'
import { ping } from '../queries/ping.ts'

type Parts = {
  sql: Database
  readRelease: () => { id: string }
  readContentStatus: () => Promise<ContentStatus>
}

/**
 * `/api/health`: 200 once the release is served and the database answers, else 503 with the faulty part named. Without
 * the content visitors miss nothing, so it is named and changes no status.
 */
export function healthRoutes({ sql, readRelease, readContentStatus }: Parts) {
  const routes = new Hono()

  routes.get('/', async (c) => {
    const [isDatabaseThere, content] = await Promise.all([
      answersWithin(2_000, () => ping(sql)),
      readContentStatus(),
    ])
    const body = {
      status: isDatabaseThere ? 'ok' : 'failing',
      release: readRelease().id,
      database: isDatabaseThere ? 'ok' : 'away',
      content,
    }
    return c.json(body, isDatabaseThere ? 200 : 503, { 'Cache-Control': 'no-store' })
  })
  routes.all('/', refuseMethod('GET'))

  return routes
}

async function answersWithin(milliseconds: number, ask: () => Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, milliseconds, false)
  try {
    return await Promise.race([ask().then(() => true), late])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
