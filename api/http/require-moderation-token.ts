import { hash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { verify } from 'hono/jwt'
import { RequestError } from '../errors.ts'

export type TokenSettings = {
  /** Also signs the tokens of people in the local Studio. If undefined, all requests are refused. */
  moderationToken: string | undefined
  studioOrigins: readonly string[]
}

/** `who`: the name of the person who sends the request, if the token says so. */
export type TeamEnv = { Variables: { who: string | undefined } }

/**
 * Requires the team’s token, or that of a person with one of the roles (studio/lake/studio/routes.ts); from browsers,
 * also an origin of the Studio. Compares hashes in constant time.
 */
export function requireModerationToken(
  { moderationToken: token, studioOrigins }: TokenSettings,
  roles: readonly string[],
): MiddlewareHandler<TeamEnv> {
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
    if (token === undefined) throw refused()
    if (!timingSafeEqual(hashOf(token), hashOf(given))) {
      const { name, role } = await verify(given, token, 'HS256').catch(() => {
        throw refused()
      })
      if (!roles.includes(String(role)))
        throw new RequestError(403, 'your role in the Studio does not allow this')
      c.set('who', String(name))
    }
    return next()
  }
}

const refused = () =>
  new RequestError(401, 'this needs the moderation token', { 'WWW-Authenticate': 'Bearer' })

const hashOf = (text: string) => hash('sha256', text, 'buffer')
