import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { getMimeType } from 'hono/utils/mime'
import { pagePolicy } from '../http/security-headers.ts'
import { readInlineHashes } from './inline-hashes.ts'
import type { PageFile } from './pages.ts'
import type { ReleaseFiles } from './render.ts'

const brotliOf = promisify(brotliCompress)
const gzipOf = promisify(gzip)

/** One body in one encoding. Its ETag is strong, so each encoding has one of its own. */
export type Variant = { body: Buffer<ArrayBuffer>; etag: string }

export type ReleaseFile = {
  /** Headers that every answer with this file carries, whatever its encoding. */
  headers: Record<string, string>
  identity: Variant
  /** Absent where compressing saves nothing. */
  br?: Variant
  gzip?: Variant
}

/** A finished release, held in memory and compressed once. */
export type Release = {
  /** A name for exactly these bytes. */
  id: string
  files: ReadonlyMap<string, ReleaseFile>
}

/** A page of a release. Throws for a release that lacks it, which none that was created does. */
export function findPage({ files }: Release, file: PageFile): ReleaseFile {
  const found = files.get(file)
  if (!found) throw new Error(`The release lacks ${file}`)
  return found
}

/** Takes a release's files into memory: compresses them, names them, and works out each page's policy. */
export async function createRelease(source: ReleaseFiles): Promise<Release> {
  const whole = createHash('sha256')
  const files = new Map<string, ReleaseFile>()
  for (const [path, body] of [...source].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    whole.update(`${path}\0`).update(body).update('\0')
    files.set(path, await createFile(path, Buffer.from(body)))
  }
  return { id: whole.digest('hex').slice(0, 12), files }
}

async function createFile(path: string, body: Buffer<ArrayBuffer>): Promise<ReleaseFile> {
  const type = getMimeType(path) ?? 'application/octet-stream'
  const headers: Record<string, string> = {
    'Content-Type': type,
    'Cache-Control': path.startsWith('_astro/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
  if (path.endsWith('.html')) {
    headers['Content-Security-Policy'] = pagePolicy(readInlineHashes(body.toString()))
  }
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27)
  const identity = { body, etag: `"${hash}"` }
  if (!/^(text\/|application\/(javascript|json|manifest|xml)|image\/svg)/.test(type))
    return { headers, identity }

  headers['Vary'] = 'Accept-Encoding'
  const [br, gz] = await Promise.all([
    brotliOf(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
    gzipOf(body, { level: 9 }),
  ])
  return {
    headers,
    identity,
    ...(br.length < body.length ? { br: { body: br, etag: `"${hash}-br"` } } : {}),
    ...(gz.length < body.length ? { gzip: { body: gz, etag: `"${hash}-gzip"` } } : {}),
  }
}
