import type { Context } from 'hono'
import { RequestError } from '../errors.ts'

/**
 * A form can be sent here from any site in the visitor's browser; JSON cannot, without the CORS leave that we
 * never give. So a form counts only from our own pages: by `Sec-Fetch-Site`, by `Origin` where that is lacking.
 * Throws 403 with the words given.
 */
export function refuseForeignForm(c: Context, siteUrl: string, refusal: string): void {
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  const own =
    site === undefined ? origin === siteUrl || origin === new URL(c.req.url).origin : site === 'same-origin'
  if (!own) throw new RequestError(403, refusal)
}
