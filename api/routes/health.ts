import { Hono } from 'hono'
import type { Database } from '../database/open.ts'
import { refuseMethod } from '../http/refuse-method.ts'
import { ping } from '../queries/ping.ts'

/** `/api/health`: 200 once the release is served and the database answers, else 503 with the faulty part named. */
export function healthRoutes(sql: Database, release: { id: string }) {
  const routes = new Hono()

  routes.get('/', async (c) => {
    const isDatabaseThere = await answersWithin(2_000, () => ping(sql))
    const body = {
      status: isDatabaseThere ? 'ok' : 'failing',
      release: release.id,
      database: isDatabaseThere ? 'ok' : 'away',
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
