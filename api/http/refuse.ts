import type { Context, Handler, Hono } from 'hono'
import { RequestError, requestErrors } from '../errors.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** For paths below `/api` that no route has answered: 405 if they have routes for other methods, else 404. */
export function refuseUnknown(app: Hono): Handler {
  return (c) => {
    const hasRoute = (method: string) =>
      app.router
        .match(method, c.req.path)[0]
        .some(([[, route]]) => route.method === method && route.path.startsWith('/api'))
    const allowed = methods.filter(hasRoute)
    if (allowed.length === 0) throw requestErrors.unknownPath()
    return refuseMethod(...allowed)(c)
  }
}

/** Register after a path's own handlers. Answers OPTIONS. */
export function refuseMethod(...allowed: string[]) {
  const all = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method))
  const allow = [...all, 'OPTIONS'].join(', ')
  return (c: Context) => {
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
