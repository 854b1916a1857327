import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { getMimeType } from 'hono/utils/mime'
import { isCompressible } from '../../answers/prepared-answer.ts'
import type { ReleaseFiles } from '../render.ts'
import { isAsset } from './earlier-assets.ts'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** The bundle has the assets at the highest quality, which takes seconds. */
const compressors = {
  br: (body: Buffer) => brotli(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gz: (body: Buffer) => gzip(body),
}

export function isTwin(path: string): boolean {
  return /\.(br|gz)$/.test(path)
}

/** Adds `….br` and `….gz` to the files that they make smaller. Copies of files that `previous` also has are reused. */
export async function addTwins(files: ReleaseFiles, previous?: ReleaseFiles): Promise<ReleaseFiles> {
  const withTwins = async ([path, body]: [string, Buffer<ArrayBuffer>]) => {
    const isKnown = previous?.get(path)?.equals(body)
    const twins = Object.entries(compressors).map(async ([ending, compress]) => {
      const name = `${path}.${ending}`
      const known = isAsset(path) ? files.get(name) : undefined
      const twin = known ?? (isKnown ? previous?.get(name) : undefined) ?? (await compress(body))
      return [name, twin] as const
    })
    const smaller = (await Promise.all(twins)).filter(([, twin]) => twin.length < body.length)
    return [[path, body] as const, ...smaller]
  }
  const originals = [...files].filter(([path]) => !isTwin(path))
  const added = originals.map((file) =>
    isCompressible(getMimeType(file[0]) ?? '') ? withTwins(file) : [file],
  )
  return new Map((await Promise.all(added)).flat())
}
