import type { Context, Handler } from 'hono'
import { RequestError, requestErrors } from '../errors.ts'

/** Register after a path's own handlers. */
export function refuseMethod(...allowed: Array<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>): Handler {
  const methods = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method))
  const allow = [...methods, 'OPTIONS'].join(', ')
  return (c) => {
    if (c.req.method === 'OPTIONS') return c.body(null, 204, { Allow: allow })
    throw requestErrors.wrongMethod(allow)
  }
}

/** CSRF check by `Sec-Fetch-Site`, else `Origin`, for forms; JSON is safe, as we allow no CORS. Throws 403. */
export function refuseForeignForm(c: Context, siteUrl: string, refusal: string): void {
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  const own =
    site === undefined ? origin === siteUrl || origin === new URL(c.req.url).origin : site === 'same-origin'
  if (!own) throw new RequestError(403, refusal)
}
