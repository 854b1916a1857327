import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { stream } from 'hono/streaming'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { LRUCache } from 'lru-cache'
import { isContentError } from '#domain/content/content-error.ts'
import { currentLanguage, readLanguage } from '#domain/language.ts'
import { inLanguage } from '#domain/in-language.ts'
import { RequestError, requestErrors } from '../../errors.ts'
import { readInlineHashes } from '../../html/inline-hashes.ts'
import { createNetworkReader } from '../../http/client-network.ts'
import { limitConcurrency } from '../../http/limit-concurrency.ts'
import { denyAllPolicy, pagePolicy } from '../../http/security-headers.ts'
import type { Logger } from '../../runtime/log.ts'
import { isPreviewable, readPerspective } from './addresses.ts'
import {
  addPreviewBanner,
  addSharedBanner,
  makeFaultPage,
  makeRefusalPage,
  makeSharedRefusal,
} from './preview-page.ts'
import type { Preview } from './preview.ts'
import type { GoodSecret } from './secret.ts'

export type PreviewSettings = {
  studioOrigins: readonly string[]
  trustedProxies: string[]
}

type Route = Context<{ Bindings: HttpBindings }>

type Admitted = { preview: Preview; secret: string } & GoodSecret

/** Wrong secrets per network and minute; networks with wrong secrets, above which all requests are refused. */
const [maxFailures, maxNetworks] = [20, 10_000]
/** Same text as in follow-changes.js. */
const endedMessage = 'This preview has ended: open it again from the Studio.'
/** Milliseconds. The listener drops a connection that is silent for 15 s. */
const heartbeat = 5_000

/**
 * `/api/preview?path=/sponsors&secret=…&perspective=rOne,drafts&language=es`: a page with drafts, or as a release shows
 * it, its `images/`, and `changes`, a stream that tells when to reload. `/api/preview/shared?secret=…`: the one page of
 * a shared draft, for people without an account. 422 if the content cannot be rendered; 503 without `preview` (no token).
 */
export function previewRoutes(preview: Preview | undefined, logger: Logger, settings: PreviewSettings) {
  const { studioOrigins, trustedProxies } = settings
  const networkOf = createNetworkReader(trustedProxies)
  const failures = new LRUCache<string, number>({ max: maxNetworks, ttl: 60_000, noUpdateTTL: true })
  const countFailures = (network: string) => failures.get(network) ?? 0
  const routes = new Hono<{ Bindings: HttpBindings }>()

  function uncountFailure(network: string): void {
    const left = countFailures(network) - 1
    if (left > 0) failures.set(network, left)
    else failures.delete(network)
  }

  /** Throws RequestError. `opens`: the secret must be an editor's, or that of a shared draft. */
  async function authorize(c: Route, opens?: 'everything' | 'sharedDraft'): Promise<Admitted> {
    if (!preview) throw refusals.noToken()
    const network = networkOf(c.env.incoming)
    const now = Date.now()
    if (failures.size === maxNetworks) failures.purgeStale()
    if (countFailures(network) >= maxFailures || failures.size === maxNetworks) throw refusals.tooMany()
    const secret = c.req.query('secret') ?? ''
    // Counted before the secret is checked, so that concurrent attempts count too.
    failures.set(network, countFailures(network) + 1)
    const verified = await preview.verifySecret(secret, now).catch((error: unknown) => {
      uncountFailure(network)
      logger.error({ error }, 'a preview link could not be checked: the content does not answer')
      throw refusals.contentUnavailable()
    })
    if (verified.verdict === 'good') {
      const isShared = verified.sharedPath !== undefined
      if (opens === undefined || isShared === (opens === 'sharedDraft')) {
        uncountFailure(network)
        return { preview, secret, ...verified }
      }
    }
    const isExpired = verified.verdict === 'expired'
    logger.warn({ verdict: isExpired ? 'expired' : 'wrong' }, 'a preview link was refused')
    if (opens === 'sharedDraft') throw refusals.gone(isExpired ? 410 : 404)
    throw isExpired ? refusals.expired() : refusals.wrong()
  }

  routes.use(async (c, next) => {
    await next()
    const { headers } = c.res
    headers.set('Cache-Control', 'private, no-store')
    // The URL contains the secret.
    headers.set('Referrer-Policy', 'no-referrer')
    if (!headers.has('Content-Security-Policy'))
      headers.set('Content-Security-Policy', denyAllPolicy(studioOrigins))
  })

  const limit = limitConcurrency({ milliseconds: 10_000, max: 100 })
  const limitRenders: MiddlewareHandler = (_c, next) => limit(next)

  routes.get('/', limitRenders, async (c) => {
    const answer = (html: string, status: ContentfulStatusCode, headers: Record<string, string> = {}) => {
      const policy = pagePolicy({ ...readInlineHashes(html), framedBy: studioOrigins })
      return c.html(html, status, { ...headers, 'Content-Security-Policy': policy })
    }
    const admitted = await authorize(c, 'everything').catch((error: unknown) => {
      // The page's script reads the status; a tab or frame needs a page to show.
      if (error instanceof RequestError && c.req.header('accept')?.includes('text/html')) return error
      throw error
    })
    if (admitted instanceof RequestError) {
      const { status, message, headers } = admitted
      return answer(
        makeRefusalPage(status === 401 ? endedMessage : message, headers['Retry-After']),
        status,
        headers,
      )
    }
    const { preview: opened, secret, scope } = admitted
    const path = c.req.query('path') ?? ''
    const perspective = readPerspective(c.req.query('perspective'))
    if (!isPreviewable(path, scope) || perspective === undefined) throw requestErrors.unknownPath()
    try {
      const language = readLanguage(c.req.query('language')) ?? 'en'
      const { body } = await inLanguage(language, () => opened.render(path, perspective, scope))
      const html = new TextDecoder().decode(body)
      return answer(addPreviewBanner(html, { secret, scope, perspective }), 200)
    } catch (error) {
      if (isContentError(error)) return answer(makeFaultPage(error.message), 422)
      throw error
    }
  })

  routes.get('/shared', limitRenders, (c) => {
    const answer = (html: string, status: ContentfulStatusCode) =>
      c.html(html, status, { 'Content-Security-Policy': pagePolicy(readInlineHashes(html)) })
    return inLanguage(readLanguage(c.req.query('language')) ?? currentLanguage(), async () => {
      try {
        const { preview: opened, secret, scope, ...found } = await authorize(c, 'sharedDraft')
        const { expiresAt, sharedPath = '' } = found
        if (!isPreviewable(sharedPath, scope)) throw refusals.gone(404)
        const { body } = await opened.render(sharedPath, 'drafts', scope)
        return answer(addSharedBanner(new TextDecoder().decode(body), secret, expiresAt), 200)
      } catch (error) {
        // The reason names fields, which are for editors only.
        if (isContentError(error)) return answer(makeSharedRefusal('faulty'), 422)
        if (error instanceof RequestError && (error.status === 404 || error.status === 410))
          return answer(makeSharedRefusal('gone'), error.status)
        throw error
      }
    })
  })

  // Also for shared drafts: a path contains the hash of the image, which only its page tells.
  routes.get('/images/*', limitRenders, async (c) => {
    const { preview: opened, scope } = await authorize(c)
    const path = c.req.path.slice(c.req.path.indexOf('/images/'))
    const perspective = readPerspective(c.req.query('perspective'))
    if (perspective === undefined) throw requestErrors.unknownPath()
    const { status, body } = await opened.render(path, perspective, scope)
    if (status !== 200) throw requestErrors.unknownPath()
    return c.body(new Uint8Array(body), 200, { 'Content-Type': 'image/webp' })
  })

  routes.get('/changes', async (c) => {
    const { preview: opened, expiresAt } = await authorize(c, 'everything')
    c.header('Content-Type', 'text/event-stream')
    // Proxies must not buffer the stream.
    c.header('X-Accel-Buffering', 'no')
    return c.req.method === 'HEAD' ? c.body(null) : streamChanges(c, opened, expiresAt)
  })

  return routes
}

function streamChanges(c: Route, preview: Preview, expiresAt: number): Response {
  return stream(c, async (writing) => {
    const { promise, resolve: end } = Promise.withResolvers<void>()
    const send = (event: 'beat' | 'change') => void writing.write(`event: ${event}\ndata: {}\n\n`)
    writing.onAbort(end)
    const leave = preview.subscribe({ tell: () => send('change'), end })
    // The first event flushes the headers.
    send('beat')
    const beating = setInterval(send, heartbeat, 'beat')
    const expiring = setTimeout(end, expiresAt - Date.now())
    await promise
    leave()
    clearInterval(beating)
    clearTimeout(expiring)
  })
}

const refusals = {
  wrong: () => new RequestError(401, 'this preview link is not valid: open the preview from the Studio'),
  expired: () =>
    new RequestError(401, 'this preview link has expired: open the preview again from the Studio'),
  /** Withdrawn, wrong or expired: the visitor gets a page in words. */
  gone: (status: 404 | 410) => new RequestError(status, 'this link to a draft does not work'),
  tooMany: () =>
    new RequestError(429, 'too many wrong links, try again in a minute', { 'Retry-After': '60' }),
  noToken: () =>
    new RequestError(
      503,
      'previews are not available: set SANITY_READ_TOKEN to a token that may read drafts',
    ),
  contentUnavailable: () =>
    new RequestError(503, 'the content is not available right now, try again in a moment', {
      'Retry-After': '5',
    }),
}
