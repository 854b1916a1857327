import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { createBoundedCache } from './bounded-cache.ts'
import { chooseEncoding, hashOf, matches, varyByEncoding } from './prepared-answer.ts'

const brotliOf = promisify(brotliCompress)
const gzipOf = promisify(gzip)

/** Lightly, since a visitor waits. */
const compressors = {
  br: (body: Buffer) => brotliOf(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Buffer) => gzipOf(body, { level: 4 }),
}

/** Compressing costs more than all else: who asks for the same next gets the same bytes. */
const keptBytes = 8 * 1024 * 1024

export type FreshAnswerer = (
  c: Context,
  text: string,
  answer: { headers: Record<string, string>; status: ContentfulStatusCode },
) => Promise<Response>

/**
 * Makes what answers with a text that was made for its request, compressed in the one encoding that it is sent in; 304
 * where the browser has the same bytes. The headers are those of a prepared answer.
 */
export function createFreshAnswerer(): FreshAnswerer {
  const kept = createBoundedCache<Buffer<ArrayBuffer>>(keptBytes, (bytes) => bytes.length)

  return async (c, text, { headers, status }) => {
    const body = Buffer.from(text)
    const encoding = chooseEncoding(c)
    const etag = encoding === 'identity' ? `"${hashOf(body)}"` : `"${hashOf(body)}-${encoding}"`
    for (const [name, value] of Object.entries({ ...headers, Vary: varyByEncoding(headers) }))
      c.header(name, value)
    if (encoding !== 'identity') c.header('Content-Encoding', encoding)
    c.header('ETag', etag)
    if (status === 200 && matches(c.req.header('If-None-Match'), etag)) return c.body(null, 304)
    if (encoding === 'identity') return c.body(body, status)
    const compressed = kept.get(etag) ?? (await compressors[encoding](body))
    kept.set(etag, compressed)
    return c.body(compressed, status)
  }
}
