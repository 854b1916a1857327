import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { lakeErrors } from '../errors.ts'

export type LakeEnv = { Bindings: HttpBindings; Variables: { isEditor: boolean } }

/** `projectId` is part of a host name: by default @sanity/client connects to `<project>.localhost`. */
export type AccessRules = { token: string; projectId: string }

/** The only user. Their id is the author of all changes. */
export const localEditor = { id: 'local-editor', name: 'Local editor' }

/** Images, files and the Studio are public; everything under a version belongs to the API. */
const apiPath = /^\/v[0-9X]/

/** Closed to pages of other origins. The settings may contain a token. */
const privatePath = /^\/(?:v[0-9X]|studio-settings\.json$)/

/** Runs before all routes. Throws 403 for a foreign host or origin, and 401 for a wrong token. */
export function checkAccess(rules: AccessRules): MiddlewareHandler<LakeEnv> {
  return async (c, next) => {
    c.set('isEditor', authorize(c.env.incoming, c.req.path, rules))
    await next()
  }
}

/** Throws 401 unless the request is the editor's. */
export const requireEditor: MiddlewareHandler<LakeEnv> = async (c, next) => {
  if (!c.get('isEditor')) throw lakeErrors.unauthorized()
  await next()
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
 * Whether a request is the editor's: it carries the write token, or the browser says that it comes from the Studio's
 * own page. Decides by headers that a page cannot set. Against DNS rebinding, `Host` must be one of the lake's names
 * with its port. A page of another origin (`Origin`, or `Sec-Fetch-Site` if there is none) may only read images, files
 * and the Studio's page, not its settings. Throws LakeError 401 or 403.
 */
export function authorize(request: IncomingMessage, path: string, rules: AccessRules): boolean {
  const { origin, host: givenHost = '', 'sec-fetch-site': site, authorization } = request.headers
  const host = givenHost.toLowerCase()
  const port = request.socket.localPort ?? 0
  const names = ['localhost', '127.0.0.1', '[::1]', `${rules.projectId}.localhost`]
  if (!names.some((name) => host === `${name}:${port}` || (port === 80 && host === name)))
    throw lakeErrors.forbidden(`This Content Lake answers to http://localhost:${port} only`)

  const isOwnOrigin = origin === `http://${host}`
  const isForeign = origin === undefined ? site === 'cross-site' || site === 'same-site' : !isOwnOrigin
  if (isForeign && (privatePath.test(path) || !isPlainRead(request)))
    throw lakeErrors.forbidden('A page of another origin may only read images and files')

  if (!authorization) return isOwnOrigin || (origin === undefined && site === 'same-origin')
  const isRight = isEqual(/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '', rules.token)
  if (!isRight && apiPath.test(path)) throw lakeErrors.unauthorized()
  return isRight
}

function isPlainRead({ method, headers }: IncomingMessage): boolean {
  if (headers.upgrade !== undefined || headers.authorization !== undefined) return false
  return method === 'GET' || method === 'HEAD'
}

function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
