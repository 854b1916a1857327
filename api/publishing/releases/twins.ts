import { getMimeType } from 'hono/utils/mime'
import { compress, isCompressible } from '../../answers/prepared-answer.ts'
import type { ReleaseFiles } from '../render.ts'

const endings = { br: '.br', gzip: '.gz' } as const

export function isTwin(path: string): boolean {
  return /\.(br|gz)$/.test(path)
}

export function findTwin(files: ReleaseFiles, path: string, encoding: 'br' | 'gzip') {
  return files.get(path + endings[encoding])
}

/** Adds `….br` and `….gz` to the files that they make smaller. Reuses those of `previous`. */
export async function addTwins(files: ReleaseFiles, previous?: ReleaseFiles): Promise<ReleaseFiles> {
  const withTwins = async ([path, body]: [string, Buffer<ArrayBuffer>]) => {
    const known = previous?.get(path)?.equals(body) ? previous : undefined
    const twins = (['br', 'gzip'] as const).map(async (encoding) => {
      const twin = (known && findTwin(known, path, encoding)) ?? (await compress(body, encoding))
      return [path + endings[encoding], twin] as const
    })
    const smaller = (await Promise.all(twins)).filter(([, twin]) => twin.length < body.length)
    return [[path, body] as const, ...smaller]
  }
  const added = [...files].map((file) =>
    isCompressible(getMimeType(file[0]) ?? '') ? withTwins(file) : [file],
  )
  return new Map((await Promise.all(added)).flat())
}
