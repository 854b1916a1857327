import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { RequestError } from '../errors.ts'

export type TokenSettings = {
  /** If undefined, all requests are refused. */
  token: string | undefined
  studioOrigins: readonly string[]
}

/** Requires the team’s token and, from browsers, an origin of the Studio. Compares hashes in constant time. */
export function requireModerationToken({ token, studioOrigins }: TokenSettings): MiddlewareHandler {
  const expected = token === undefined ? undefined : hashOf(token)
  return async (c, next) => {
    c.header('Vary', 'Origin')
    c.header('Cache-Control', 'no-store')
    const origin = c.req.header('origin')
    if (origin !== undefined && !studioOrigins.includes(origin))
      throw new RequestError(403, 'only the Studio may send this')
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
