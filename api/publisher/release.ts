import { createHash } from 'node:crypto'
import { getMimeType } from 'hono/utils/mime'
import { type PreparedAnswer, prepareAnswer } from '../http/prepared-answer.ts'
import { pagePolicy } from '../http/security-headers.ts'
import { readInlineHashes } from './inline-hashes.ts'
import type { PageFile } from './pages.ts'
import type { ReleaseFiles } from './render.ts'

/** A finished release, held in memory and compressed once. */
export type Release = {
  /** A name for exactly these bytes. */
  id: string
  /** By path below the release's folder: `index.html`, `_astro/….js`. */
  files: ReadonlyMap<string, PreparedAnswer>
}

/** A page of a release. Throws for a release that lacks it, which none that was created does. */
export function findPage({ files }: Release, file: PageFile): PreparedAnswer {
  const found = files.get(file)
  if (!found) throw new Error(`The release lacks ${file}`)
  return found
}

/** Takes a release's files into memory: compresses them, names them, and works out each page's policy. */
export async function createRelease(source: ReleaseFiles): Promise<Release> {
  const sorted = [...source].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const whole = createHash('sha256')
  for (const [path, body] of sorted) whole.update(`${path}\0`).update(body).update('\0')
  const files = sorted.map(
    async ([path, body]) =>
      [path, await prepareAnswer(Buffer.from(body), headersOf(path, body), 'once')] as const,
  )
  return { id: whole.digest('hex').slice(0, 12), files: new Map(await Promise.all(files)) }
}

function headersOf(path: string, body: Buffer): Record<string, string> {
  const headers = {
    'Content-Type': getMimeType(path) ?? 'application/octet-stream',
    // The name of an asset, or of an image in one size, stands for its bytes for ever.
    'Cache-Control': /^(_astro|images)\//.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
  if (!path.endsWith('.html')) return headers
  return { ...headers, 'Content-Security-Policy': pagePolicy(readInlineHashes(body.toString())) }
}
