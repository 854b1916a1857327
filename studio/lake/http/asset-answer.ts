import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { Context } from 'hono'
import type { FoundFile } from '../assets/files.ts'
import type { Rendered } from '../images/render.ts'

// The types of Node and those of the platform name the same class twice.
type Body = ReadableStream<Uint8Array<ArrayBuffer>>

type Kind = { contentType: string; download: string | undefined }

/** For types that run nothing: a sandboxed page shows no PDF, and plays nothing. */
const shownPolicy =
  "default-src 'none'; img-src 'self'; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"

const runsNothing = /^(?:image\/(?!svg)|audio\/|video\/|text\/(?:plain|csv|vtt)\b|application\/pdf$)/

/** Answers a file of an asset from the disk; memory does not grow with it. */
export function answerFile(c: Context, { name, path, size }: FoundFile, kind: Kind): Response {
  const headers = { ...headersOf(kind), 'Content-Length': String(size), 'x-sanity-sha1': name.slice(0, 40) }
  const body = c.req.method === 'HEAD' ? null : (Readable.toWeb(createReadStream(path)) as Body)
  return c.newResponse(body, 200, headers)
}

/** Answers an image that was made. */
export function answerRendered(c: Context, { bytes, contentType }: Rendered, download: string | undefined) {
  return c.body(new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength), 200, {
    ...headersOf({ contentType, download }),
    'Content-Length': String(bytes.byteLength),
    'x-sanity-sha1': createHash('sha1').update(bytes).digest('hex'),
  })
}

/** The name holds a hash of the content, so what stands behind an address never changes. */
function headersOf({ contentType, download }: Kind): Record<string, string> {
  return {
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Type': contentType,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    Vary: 'Accept',
    ...(runsNothing.test(contentType) ? { 'Content-Security-Policy': shownPolicy } : {}),
    ...(download === undefined ? {} : { 'Content-Disposition': attachment(download) }),
  }
}

function attachment(name: string): string {
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.codePointAt(0)?.toString(16)}`,
  )
  return name === '' ? 'attachment' : `attachment; filename*=UTF-8''${encoded}`
}
