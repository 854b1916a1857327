import type { Handler } from 'hono'
import { requestErrors } from '../errors.ts'

/** Register after a path's own handlers. */
export function refuseMethod(...allowed: Array<'GET' | 'POST' | 'PATCH' | 'DELETE'>): Handler {
  const allow = [
    ...allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)),
    'OPTIONS',
  ].join(', ')
  return (c) => {
    if (c.req.method === 'OPTIONS') return c.body(null, 204, { Allow: allow })
    throw requestErrors.wrongMethod(allow)
  }
}
