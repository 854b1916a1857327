import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { RequestError } from '../errors.ts'

export type TeamSettings = {
  /** Without one nobody may enter. */
  token: string | undefined
  studioOrigins: readonly string[]
}

/** Lets in who has the team’s token, of the Studio’s origins alone. Compares hashes, so that the time says nothing of the token. */
export function requireTeam({ token, studioOrigins }: TeamSettings): MiddlewareHandler {
  const expected = token === undefined ? undefined : hashOf(token)
  return async (c, next) => {
    c.header('Vary', 'Origin')
    c.header('Cache-Control', 'no-store')
    const origin = c.req.header('origin')
    if (origin !== undefined && !studioOrigins.includes(origin))
      throw new RequestError(403, 'only the Studio may moderate')
    if (origin !== undefined) {
      c.header('Access-Control-Allow-Origin', origin)
      c.header('Access-Control-Expose-Headers', 'ETag')
    }
    if (c.req.method === 'OPTIONS') {
      return c.body(null, 204, {
        'Access-Control-Allow-Methods': 'GET, POST, DELETE',
        'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match',
        'Access-Control-Max-Age': '600',
      })
    }
    const given = /^bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    if (!expected || !timingSafeEqual(expected, hashOf(given)))
      throw new RequestError(401, 'this needs the moderation token', { 'WWW-Authenticate': 'Bearer' })
    return next()
  }
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
