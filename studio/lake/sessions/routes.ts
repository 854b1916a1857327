import { readFileSync } from 'node:fs'
import { type Context, Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import { lakeErrors } from '../errors.ts'
import { type LakeEnv, sessionCookie } from '../http/access.ts'
import { limitBody, readJsonObject } from '../http/requests.ts'
import { inlineHashes } from '../studio/index-page.ts'
import { type Sessions, sessionLifetimeMs } from './sessions.ts'

const page = readFileSync(new URL('open-page.html', import.meta.url), 'utf8')
const pageHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [
    "default-src 'none'",
    ['script-src', ...inlineHashes(page, 'script')].join(' '),
    ['style-src', ...inlineHashes(page, 'style')].join(' '),
    "connect-src 'self'",
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

/**
 * The page that exchanges the code of a link for a session, and its requests. All other requests without a session
 * end here: navigations get the page, the others 401.
 */
export function sessionRoutes(sessions: Sessions) {
  const app = new Hono<LakeEnv>()
  app.get('/open', (c) => c.html(page, 200, pageHeaders))
  app.get('/sessions', (c) => c.json({ isOpen: c.get('isEditor') }, 200, { 'Cache-Control': 'no-store' }))
  app.post('/sessions', limitBody(1), async (c) => {
    const { code } = await readJsonObject(c)
    const secret = sessions.redeem(String(code))
    if (secret === undefined && !c.get('isEditor')) throw lakeErrors.unknownCode()
    if (secret !== undefined)
      setCookie(c, sessionCookie(portOf(c)), secret, {
        httpOnly: true,
        maxAge: sessionLifetimeMs / 1_000,
        path: '/',
        sameSite: 'Strict',
      })
    return c.json({ isOpen: true })
  })
  app.post('/sessions/links', (c) => {
    requireToken(c)
    return c.json({ link: `http://localhost:${portOf(c)}/open#${sessions.createCode()}` })
  })
  app.delete('/sessions', (c) => {
    requireToken(c)
    sessions.endAll()
    return c.body(null, 204)
  })
  app.use((c, next) => {
    if (c.get('isEditor')) return next()
    if (c.req.header('accept')?.includes('text/html') !== true) throw lakeErrors.unauthorized()
    return Promise.resolve(c.html(page, 401, pageHeaders))
  })
  return app
}

function portOf(c: Context<LakeEnv>): number {
  return c.env.incoming.socket.localPort ?? 0
}

/** A session may not make another. A wrong token has been refused already. */
function requireToken(c: Context<LakeEnv>): void {
  if (c.req.header('authorization') === undefined) throw lakeErrors.unauthorized()
}
