import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

const brotliOf = promisify(brotliCompress)
const gzipOf = promisify(gzip)

/** One body in one encoding. Its ETag is strong, so each encoding has one of its own. */
type Variant = { body: Buffer<ArrayBuffer>; etag: string }

/** A body that is compressed once and sent many times. */
export type PreparedAnswer = {
  /** Headers that every answer with this body carries, whatever its encoding. */
  headers: Record<string, string>
  identity: Variant
  /** Absent where compressing saves nothing. */
  br?: Variant
  gzip?: Variant
}

/** A body in the encodings that are compressed. */
export type Compressed = { br: Buffer<ArrayBuffer>; gzip: Buffer<ArrayBuffer> }

/** How hard to compress: what changes with each version of the code may take its second, what changes often may not. */
export const efforts = { once: { brotli: 11, gzip: 9 }, often: { brotli: 5, gzip: 6 } }

const compressible = /^(text\/|application\/(javascript|json|manifest|xml)|image\/svg)/

/** Compresses a body, unless that is `known` by its hash, and names it. The headers hold its `Content-Type`. */
export async function prepareAnswer(
  body: Buffer<ArrayBuffer>,
  headers: Record<string, string>,
  effort: keyof typeof efforts,
  known?: ReadonlyMap<string, Compressed>,
): Promise<PreparedAnswer> {
  const hash = hashOf(body)
  const identity = { body, etag: `"${hash}"` }
  if (!compressible.test(headers['Content-Type'] ?? '')) return { headers, identity }
  const { br, gzip: gz } = known?.get(hash) ?? (await compress(body, effort))
  return {
    headers: { ...headers, Vary: varyByEncoding(headers) },
    identity,
    ...(br.length < body.length ? { br: { body: br, etag: `"${hash}-br"` } } : {}),
    ...(gz.length < body.length ? { gzip: { body: gz, etag: `"${hash}-gzip"` } } : {}),
  }
}

async function compress(body: Buffer, effort: keyof typeof efforts): Promise<Compressed> {
  const { brotli, gzip: level } = efforts[effort]
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotli,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  const [br, gz] = await Promise.all([brotliOf(body, { params }), gzipOf(body, { level })])
  return { br, gzip: gz }
}

/** What an answer varies by that is compressed. */
export function varyByEncoding({ Vary }: Record<string, string>): string {
  return [...new Set(['Accept-Encoding', ...(Vary?.split(', ') ?? [])])].join(', ')
}

/** Names a body. */
export function hashOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 27)
}

const encodings = ['br', 'gzip', 'identity'] as const

/** Browsers name every encoding with one weight; then the order is ours, the smallest first. */
export function chooseEncoding(c: Context) {
  const chosen = accepts(c, {
    header: 'Accept-Encoding',
    supports: [...encodings],
    default: 'identity',
    match: (accepted) =>
      encodings.find((encoding) => accepted.some(({ type, q }) => type === encoding && q > 0)) ?? 'identity',
  })
  return chosen as (typeof encodings)[number]
}

/** Answers in the best encoding that the browser takes; 304 where it has the same bytes. */
export function answerPrepared(
  c: Context,
  answer: PreparedAnswer,
  status: ContentfulStatusCode = 200,
): Response {
  const encoding = chooseEncoding(c)
  const { body, etag } = answer[encoding] ?? answer.identity
  for (const [name, value] of Object.entries(answer.headers)) c.header(name, value)
  if (answer[encoding] && encoding !== 'identity') c.header('Content-Encoding', encoding)
  c.header('ETag', etag)
  if (status === 200 && matches(c.req.header('If-None-Match'), etag)) return c.body(null, 304)
  return c.body(body, status)
}

/** RFC 9110, section 13.1.2: a list of tags, weak ones alike, or `*`. */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}
