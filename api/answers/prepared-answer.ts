import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { chooseEncoding, type Encoding } from './choose-encoding.ts'
import { type SharedAnswer, sharedHeaders } from './shared-headers.ts'

const brotliOf = promisify(zlib.brotliCompress)
const gzipOf = promisify(zlib.gzip)

/** A body in one encoding, or the plain body if compressing saves nothing. Each encoding has its own strong ETag. */
export type Variant = { body: Buffer<ArrayBuffer>; etag: string; encoding?: 'br' | 'gzip' }

export type PreparedAnswer = {
  status?: ContentfulStatusCode
  /** What a cache in front has to know, if it may keep the answer. */
  shared?: SharedAnswer | undefined
  headers: Record<string, string>
  identity: Variant
  br?: Variant
  gzip?: Variant
}

/** Large bodies, such as the calendar, get the lowest compression level. Others a low one, because a visitor waits. */
const largeBytes = 1024 * 1024

export function isCompressible(contentType: string): boolean {
  return /^(text\/|application\/(javascript|json|manifest|xml|[a-z]+\+(xml|json))|image\/svg)/.test(
    contentType,
  )
}

/** `headers` must include `Content-Type`. `compressFor` compresses the body later. */
export function createAnswer(
  body: Buffer<ArrayBuffer>,
  headers: Record<string, string>,
  status?: ContentfulStatusCode,
): PreparedAnswer {
  const identity = { body, etag: `"${hash('sha256', body, 'base64url').slice(0, 27)}"` }
  const answer = { headers, identity, ...(status !== undefined && { status }) }
  if (!isCompressible(headers['Content-Type'] ?? '')) return { ...answer, br: identity, gzip: identity }
  const vary = new Set(['Accept-Encoding', ...(headers['Vary']?.split(', ') ?? [])])
  return { ...answer, headers: { ...headers, Vary: [...vary].join(', ') } }
}

export async function compressFor(answer: PreparedAnswer, encoding: Encoding): Promise<void> {
  if (encoding === 'identity' || answer[encoding]) return
  addCompressed(answer, encoding, await compressOnce(answer.identity, encoding))
}

/** Uses the plain body if compressing saves nothing. */
export function addCompressed(answer: PreparedAnswer, encoding: 'br' | 'gzip', body: Buffer<ArrayBuffer>) {
  const { identity } = answer
  const etag = `${identity.etag.slice(0, -1)}-${encoding}"`
  answer[encoding] ??= body.length < identity.body.length ? { body, etag, encoding } : identity
}

const compressing = new WeakMap<Variant, Map<Encoding, Promise<Buffer<ArrayBuffer>>>>()

/** Concurrent calls share one compression. */
function compressOnce(identity: Variant, encoding: 'br' | 'gzip') {
  const running = compressing.get(identity) ?? new Map<Encoding, Promise<Buffer<ArrayBuffer>>>()
  compressing.set(identity, running)
  const begun =
    running.get(encoding) ?? compress(identity.body, encoding).finally(() => running.delete(encoding))
  running.set(encoding, begun)
  return begun
}

export function compress(body: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer<ArrayBuffer>> {
  const isLarge = body.length > largeBytes
  if (encoding === 'gzip') return gzipOf(body, { level: isLarge ? 1 : 4 })
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants
  const params = { [BROTLI_PARAM_QUALITY]: isLarge ? 1 : 5, [BROTLI_PARAM_SIZE_HINT]: body.length }
  return brotliOf(body, { params })
}

export function sizeOf({ headers, identity, br, gzip }: PreparedAnswer): number {
  const bodies = new Set([identity, br, gzip].map((variant) => variant?.body))
  let size = overhead
  for (const body of bodies) size += body?.length ?? 0
  for (const value of Object.values(headers)) size += value.length
  return size
}

/** Estimated bytes of objects, keys and prepared headers. */
const overhead = 2_048

export function answerPrepared(c: Context, answer: PreparedAnswer): Response {
  const { status = 200 } = answer
  const { body, etag, encoding } = answer[chooseEncoding(c.req.header('Accept-Encoding'))] ?? answer.identity
  const headers = { ...answer.headers, ...sharedHeaders(answer) }
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  if (encoding) c.header('Content-Encoding', encoding)
  c.header('ETag', etag)
  if (status === 200 && matches(c.req.header('If-None-Match'), etag)) return c.body(null, 304)
  return c.body(body, status)
}

/** `If-None-Match` (RFC 9110, section 13.1.2): a list of tags, compared weakly, or `*`. */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}
