import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { chooseEncoding, type Encoding } from './choose-encoding.ts'

const brotliOf = promisify(zlib.brotliCompress)
const gzipOf = promisify(zlib.gzip)

/** One body in one encoding, the plain one where compressing saves nothing. Its ETag is strong, so each encoding has its own. */
export type Variant = { body: Buffer<ArrayBuffer>; etag: string; encoding?: 'br' | 'gzip' }

/** A body that is compressed once and sent many times. */
export type PreparedAnswer = {
  /** 200 where it is absent. */
  status?: ContentfulStatusCode
  /** Headers that every answer with this body carries, whatever its encoding. */
  headers: Record<string, string>
  identity: Variant
  /** Absent where it is not compressed yet. */
  br?: Variant
  gzip?: Variant
}

/** A body in the encodings that are compressed. */
export type Compressed = { br: Buffer<ArrayBuffer>; gzip: Buffer<ArrayBuffer> }

/**
 * How hard to compress: what changes with each version of the code may take its second, what changes often may not; what is
 * made while somebody waits is done lightly, and the whole calendar, of megabytes, as lightly as can be.
 */
export const efforts = {
  once: { brotli: 11, gzip: 9 },
  often: { brotli: 5, gzip: 6 },
  waiting: { brotli: 4, gzip: 4 },
  large: { brotli: 1, gzip: 1 },
}
const largeBytes = 1024 * 1024
type Effort = keyof typeof efforts

const compressible = /^(text\/|application\/(javascript|json|manifest|xml)|image\/svg)/

/** Names a body whose headers hold its `Content-Type`; `compressFor` compresses it. */
export function createAnswer(
  body: Buffer<ArrayBuffer>,
  headers: Record<string, string>,
  status?: ContentfulStatusCode,
): PreparedAnswer {
  const identity = { body, etag: `"${hashOf(body)}"` }
  const answer = { headers, identity, ...(status !== undefined && { status }) }
  if (!compressible.test(headers['Content-Type'] ?? '')) return { ...answer, br: identity, gzip: identity }
  return { ...answer, headers: { ...headers, Vary: varyByEncoding(headers) } }
}

/** The same, compressed, unless that is `known` by its hash. */
export async function prepareAnswer(
  body: Buffer<ArrayBuffer>,
  headers: Record<string, string>,
  effort: Effort,
  known?: ReadonlyMap<string, Compressed>,
): Promise<PreparedAnswer> {
  const answer = createAnswer(body, headers)
  const compressed = known?.get(hashOf(body))
  await Promise.all(
    (['br', 'gzip'] as const).map((encoding) => compressFor(answer, encoding, effort, compressed)),
  )
  return answer
}

/** Adds the variant of an encoding, unless it is there. */
export async function compressFor(
  answer: PreparedAnswer,
  encoding: Encoding,
  effort: Effort = answer.identity.body.length > largeBytes ? 'large' : 'waiting',
  known?: Compressed,
): Promise<void> {
  if (encoding === 'identity' || answer[encoding]) return
  const { identity } = answer
  const body = known?.[encoding] ?? (await compressors[encoding](identity.body, efforts[effort]))
  const etag = `${identity.etag.slice(0, -1)}-${encoding}"`
  answer[encoding] = body.length < identity.body.length ? { body, etag, encoding } : identity
}

const compressors = {
  br: (body: Buffer, { brotli }: (typeof efforts)[Effort]) => {
    const params = {
      [zlib.constants.BROTLI_PARAM_QUALITY]: brotli,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    }
    return brotliOf(body, { params })
  },
  gzip: (body: Buffer, { gzip: level }: (typeof efforts)[Effort]) => gzipOf(body, { level }),
}

/** Bytes of an answer in memory. */
export function sizeOf({ headers, identity, br, gzip }: PreparedAnswer): number {
  const bodies = new Set([identity, br, gzip].map((variant) => variant?.body))
  let size = overhead
  for (const body of bodies) size += body?.length ?? 0
  for (const value of Object.values(headers)) size += value.length
  return size
}

/** Of objects, keys and prepared headers. */
const overhead = 2_048

/** What an answer varies by that is compressed. */
function varyByEncoding({ Vary }: Record<string, string>): string {
  return [...new Set(['Accept-Encoding', ...(Vary?.split(', ') ?? [])])].join(', ')
}

/** Names a body. */
export function hashOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 27)
}

/** Answers in the best encoding that the browser takes; 304 where it has the same bytes. */
export function answerPrepared(
  c: Context,
  answer: PreparedAnswer,
  status: ContentfulStatusCode = answer.status ?? 200,
): Response {
  const { body, etag, encoding } = answer[chooseEncoding(c.req.header('Accept-Encoding'))] ?? answer.identity
  for (const [name, value] of Object.entries(answer.headers)) c.header(name, value)
  if (encoding) c.header('Content-Encoding', encoding)
  c.header('ETag', etag)
  if (status === 200 && matches(c.req.header('If-None-Match'), etag)) return c.body(null, 304)
  return c.body(body, status)
}

/** RFC 9110, section 13.1.2: a list of tags, weak ones alike, or `*`. */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}
