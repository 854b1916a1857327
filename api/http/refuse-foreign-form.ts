import type { Context } from 'hono'
import { RequestError } from '../errors.ts'

/** CSRF check by `Sec-Fetch-Site`, else `Origin`, for forms; JSON is safe, as we allow no CORS. Throws 403. */
export function refuseForeignForm(c: Context, siteUrl: string, refusal: string): void {
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  const own =
    site === undefined ? origin === siteUrl || origin === new URL(c.req.url).origin : site === 'same-origin'
  if (!own) throw new RequestError(403, refusal)
}
