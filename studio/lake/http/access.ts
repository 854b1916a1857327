import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { lakeErrors } from '../errors.ts'
import type { People } from '../people/people.ts'
import { type Caller, localEditor, program } from '../people/roles.ts'
import type { Dataset } from '../query/view.ts'

/** `caller`: undefined for requests without access. */
export type LakeEnv = {
  Bindings: HttpBindings
  /** `dataset`: what the caller may read and write of it; in the routes of data. */
  Variables: { caller: Caller | undefined; dataset: Dataset }
}

/** `projectId` is part of a host name: by default @sanity/client connects to `<project>.localhost`. */
type AccessRules = {
  token: string
  projectId: string
  people: People
  /** As the last part of the path, it opens an image or file to @sanity/export, which sends no token for them. */
  assetKey: string
  /** Whether the Studio needs no session, as long as nobody has joined. */
  isOpen: boolean
  publicUrl?: URL | undefined
}

/** Closed to links from other origins and, in an open lake, to programs. The settings may contain a token. */
const privatePath = /^\/(?:v[0-9X]|studio-settings\.json$)/

const streamPath = /\/data\/(?:listen|live)\//
const assetPath = /^\/(?:images|files)\//

const proxyHeader = /^(?:x-forwarded-.+|x-real-ip|forwarded|via)$/

/** Runs before all routes. Throws 403 for a proxy, a foreign host or origin, and 401 for a wrong token. */
export function checkAccess(rules: AccessRules): MiddlewareHandler<LakeEnv> {
  return async (c, next) => {
    c.set('caller', await authorize(c.env.incoming, c.req.path, rules))
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
 * The caller of a request: a program with the write token, or a person with the cookie of a session. Anyone can choose
 * the other headers, so they only refuse: requests through a proxy that is not the Studio's own; against DNS rebinding,
 * any `Host` but the lake's names; and pages of other origins, which may only link to the Studio. In an open lake they
 * also admit the Studio's own page, and any program to the Studio's files and the assets. Throws LakeError 401 or 403.
 */
async function authorize(request: IncomingMessage, path: string, rules: AccessRules) {
  const { origin, host: givenHost = '', 'sec-fetch-site': site, authorization, cookie } = request.headers
  const host = givenHost.toLowerCase()
  const isPublic = host === rules.publicUrl?.host
  if (!isPublic) refuseOtherHosts(request, host, rules)

  const isOwnOrigin = origin === (isPublic ? rules.publicUrl?.origin : `http://${host}`)
  const isForeign = origin === undefined ? site === 'cross-site' || site === 'same-site' : !isOwnOrigin
  const isLink = request.headers['sec-fetch-mode'] === 'navigate' && isPlainRead(request)
  if (isForeign && (!isLink || privatePath.test(path)))
    throw lakeErrors.forbidden('A page of another origin may only link to the Studio')

  if (authorization) {
    if (isEqual(/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '', rules.token)) return program
    throw lakeErrors.unauthorized()
  }
  const session = cookie === undefined ? undefined : await rules.people.findSession(cookie)
  if (cookie !== undefined && session?.isComplete) {
    const isStream = request.headers.upgrade !== undefined || streamPath.test(path)
    if (isStream) rules.people.closeAtEnd(request.socket, cookie)
    return session.caller
  }
  if (assetPath.test(path) && isEqual(path.slice(path.lastIndexOf('/') + 1), rules.assetKey)) return program
  if (!rules.isOpen || rules.people.list().some(({ state }) => state === 'active')) return undefined
  const isStudio = isOwnOrigin || (origin === undefined && site === 'same-origin')
  return isStudio || (!privatePath.test(path) && isPlainRead(request)) ? localEditor : undefined
}

function refuseOtherHosts({ headers, socket }: IncomingMessage, host: string, rules: AccessRules): void {
  const port = socket.localPort ?? 0
  const tunnel = `On another machine, run \`ssh -L ${port}:localhost:${port} <this server>\` and open http://localhost:${port} there.`
  const proxy = Object.keys(headers).find((name) => proxyHeader.test(name))
  if (proxy)
    throw lakeErrors.forbidden(
      `The Studio refuses requests through a proxy (${proxy}), unless their Host is that of STUDIO_URL. ${tunnel}`,
    )
  const names = ['localhost', '127.0.0.1', '[::1]', `${rules.projectId}.localhost`]
  if (!names.some((name) => host === `${name}:${port}` || (port === 80 && host === name)))
    throw lakeErrors.forbidden(`This Content Lake answers to http://localhost:${port} only. ${tunnel}`)
}

/** Throws 401 for requests without access; for routes behind the sign-in, where that never happens. */
export function callerOf(c: Context<LakeEnv>): Caller {
  const caller = c.get('caller')
  if (!caller) throw lakeErrors.unauthorized()
  return caller
}

function isPlainRead({ method, headers }: IncomingMessage): boolean {
  if (headers.upgrade !== undefined || headers.authorization !== undefined) return false
  return method === 'GET' || method === 'HEAD'
}

function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
