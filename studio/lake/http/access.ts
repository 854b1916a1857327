import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { parse } from 'hono/utils/cookie'
import { lakeErrors } from '../errors.ts'
import type { Sessions } from '../sessions/sessions.ts'

export type LakeEnv = { Bindings: HttpBindings; Variables: { isEditor: boolean } }

/** `projectId` is part of a host name: by default @sanity/client connects to `<project>.localhost`. */
export type AccessRules = {
  token: string
  projectId: string
  sessions: Sessions
  /** As the last part of the path, it opens an image or file to @sanity/export, which sends no token for them. */
  assetKey: string
  /** Whether the Studio needs no session. */
  isOpen: boolean
}

/** The only user. Their id is the author of all changes. */
export const localEditor = { id: 'local-editor', name: 'Local editor' }

/** Closed to links from other origins and, in an open lake, to programs. The settings may contain a token. */
const privatePath = /^\/(?:v[0-9X]|studio-settings\.json$)/

const assetPath = /^\/(?:images|files)\//

/** Headers that only proxies add. */
const proxyHeader = /^(?:x-forwarded-.+|x-real-ip|forwarded|via)$/

/** Runs before all routes. Throws 403 for a proxy, a foreign host or origin, and 401 for a wrong token. */
export function checkAccess(rules: AccessRules): MiddlewareHandler<LakeEnv> {
  return async (c, next) => {
    c.set('isEditor', authorize(c.env.incoming, c.req.path, rules))
    await next()
  }
}

/** Throws 404 for other datasets. */
export function requireDataset(dataset: string): MiddlewareHandler<LakeEnv> {
  return async (c, next) => {
    const name = c.req.param('dataset') ?? ''
    if (name !== dataset) throw lakeErrors.unknownDataset(name)
    await next()
  }
}

/**
 * Whether a request is the editor's: it has the write token or the cookie of a session. Anyone can choose the other
 * headers, so they only refuse: requests through a proxy; against DNS rebinding, any `Host` but the lake's names with
 * its port; and pages of other origins, which may only link to the Studio. In an open lake they also admit the Studio's
 * own page, and any program to the Studio's files and the assets. Throws LakeError 401 or 403.
 */
export function authorize(request: IncomingMessage, path: string, rules: AccessRules): boolean {
  const { origin, host: givenHost = '', 'sec-fetch-site': site, authorization, cookie = '' } = request.headers
  const port = request.socket.localPort ?? 0
  const tunnel = `On another machine, run \`ssh -L ${port}:localhost:${port} <this server>\` and open http://localhost:${port} there.`
  const proxy = Object.keys(request.headers).find((name) => proxyHeader.test(name))
  if (proxy) throw lakeErrors.forbidden(`The Studio refuses requests through a proxy (${proxy}). ${tunnel}`)

  const host = givenHost.toLowerCase()
  const names = ['localhost', '127.0.0.1', '[::1]', `${rules.projectId}.localhost`]
  if (!names.some((name) => host === `${name}:${port}` || (port === 80 && host === name)))
    throw lakeErrors.forbidden(`This Content Lake answers to http://localhost:${port} only. ${tunnel}`)

  const isOwnOrigin = origin === `http://${host}`
  const isForeign = origin === undefined ? site === 'cross-site' || site === 'same-site' : !isOwnOrigin
  const isLink = request.headers['sec-fetch-mode'] === 'navigate' && isPlainRead(request)
  if (isForeign && (!isLink || privatePath.test(path)))
    throw lakeErrors.forbidden('A page of another origin may only link to the Studio')

  if (authorization) {
    if (isEqual(/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '', rules.token)) return true
    throw lakeErrors.unauthorized()
  }
  const secret = parse(cookie, sessionCookie(port))[sessionCookie(port)]
  if (secret !== undefined && rules.sessions.accept(secret, request.socket)) return true
  if (assetPath.test(path) && isEqual(path.slice(path.lastIndexOf('/') + 1), rules.assetKey)) return true
  if (!rules.isOpen) return false
  const isStudio = isOwnOrigin || (origin === undefined && site === 'same-origin')
  return isStudio || (!privatePath.test(path) && isPlainRead(request))
}

/** Cookies ignore ports: two lakes on one machine need different names. */
export function sessionCookie(port: number): string {
  return `studio_session_${port}`
}

function isPlainRead({ method, headers }: IncomingMessage): boolean {
  if (headers.upgrade !== undefined || headers.authorization !== undefined) return false
  return method === 'GET' || method === 'HEAD'
}

function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
