import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Hono } from 'hono'
import type { Language } from '#domain/language.ts'
import { staticPages, withoutPrefix } from '#domain/pages/pages.ts'
import type { AnswerCache } from '../answers/answer-cache.ts'
import { keyFor, readRequestLanguage } from '../answers/answer-key.ts'
import { chooseEncoding } from '../answers/choose-encoding.ts'
import { matches, type PreparedAnswer, type Variant } from '../answers/prepared-answer.ts'
import { sharedHeaders } from '../answers/shared-headers.ts'
import type { DirectAnswerer } from '../http/listen.ts'
import { logRequest } from '../http/log-requests.ts'
import { finalHeaders, type SecurityHeaders } from '../http/security-headers.ts'
import type { PageFile } from '../publishing/pages.ts'
import { findPage, type Release } from '../publishing/releases/release.ts'
import type { Logger } from '../runtime/log.ts'

type Dependencies = {
  app: Pick<Hono, 'router'>
  answers: AnswerCache
  readRelease: () => Release
  headers: SecurityHeaders
  logger: Logger
}

/** Fast path for GET and HEAD of static pages, assets and cached answers, with headers prepared once. */
export function createDirectAnswerer({
  app,
  answers,
  readRelease,
  headers,
  logger,
}: Dependencies): DirectAnswerer {
  const files = new Map<string, PageFile>(staticPages.map(({ path, file }) => [path, file]))
  const prepared = new WeakMap<Variant, string[]>()

  function findRoute(path: string): string {
    const [matched] = app.router.match('GET', withoutPrefix(path))
    // Middleware matches all methods, or all paths.
    const found = matched.map(([[, one]]) => one).find((one) => one.method === 'GET' && one.path !== '/*')
    return found?.path ?? '/*'
  }

  function findStatic(pathname: string, language: Language): PreparedAnswer | undefined {
    const path = withoutPrefix(pathname)
    const page = files.get(path)
    if (page) return findPage(readRelease(), page, language)
    return path.endsWith('.html') ? undefined : readRelease().files.get(path.slice(1))
  }

  /** Names and values. */
  function prepare(answer: PreparedAnswer, variant: Variant, path: string): string[] {
    const known = prepared.get(variant)
    if (known) return known
    const { body, etag, encoding } = variant
    const own = {
      ...answer.headers,
      ...(encoding && { 'Content-Encoding': encoding }),
      ETag: etag,
      'Content-Length': String(body.length),
    }
    const flat = Object.entries(finalHeaders(path, own, headers)).flat()
    prepared.set(variant, flat)
    return flat
  }

  return (request, response) => {
    const startedAt = performance.now()
    const { method = '', url = '', headers: given } = request
    const at = url.indexOf('?')
    const path = at < 0 ? url : url.slice(0, at)
    if ((method !== 'GET' && method !== 'HEAD') || !isPlain(path, given)) return false
    // A feed's address of version 1.0.0 (feeds/routes.ts).
    if (url.includes('lang=', path.length)) return false
    const language = readRequestLanguage(path, given['accept-language'])
    const encoding = chooseEncoding(given['accept-encoding'] as string | undefined)
    const answer = findStatic(path, language) ?? answers.find(keyFor(url, language), encoding)
    const variant = answer?.[encoding]
    if (!answer || !variant) return false
    const id = randomUUID()
    const made = answer.status ?? 200
    const status = made === 200 && matches(given['if-none-match'], variant.etag) ? 304 : made
    const sent = [...prepare(answer, variant, path), 'X-Request-Id', id]
    if (status === 304) sent.splice(sent.indexOf('Content-Length'), 2)
    const shared = sharedHeaders(answer)
    if (shared) sent.splice(sent.indexOf('Cache-Control'), 2, ...Object.entries(shared).flat())
    response.writeHead(status, sent)
    response.end(status === 304 || method === 'HEAD' ? undefined : variant.body)
    logRequest(logger, { request: id, method, path, route: () => findRoute(path), status, startedAt })
    return true
  }
}

function isPlain(path: string, headers: IncomingMessage['headers']): boolean {
  return (
    !path.includes('%') &&
    headers.authorization === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    isUsualHost(headers.host) &&
    !headers.cookie?.includes('posted=')
  )
}

function isUsualHost(host: string | undefined): boolean {
  return host !== undefined && /^(?:[a-z\d][a-z\d.-]*|\[[a-f\d:]+\])(?::\d{1,5})?$/i.test(host)
}
