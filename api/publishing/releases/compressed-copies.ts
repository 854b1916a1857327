import { getMimeType } from 'hono/utils/mime'
import { compress, isCompressible } from '../../answers/prepared-answer.ts'
import type { ReleaseFiles } from '../render.ts'

const endings = { br: '.br', gzip: '.gz' } as const

export function isCompressedCopy(path: string): boolean {
  return /\.(br|gz)$/.test(path)
}

export function findCompressedCopy(files: ReleaseFiles, path: string, encoding: 'br' | 'gzip') {
  return files.get(path + endings[encoding])
}

/** Adds `….br` and `….gz` to the files that they make smaller. Reuses those of `previous`. */
export async function addCompressedCopies(
  files: ReleaseFiles,
  previous?: ReleaseFiles,
): Promise<ReleaseFiles> {
  const withCopies = async ([path, body]: [string, Buffer<ArrayBuffer>]) => {
    const known = previous?.get(path)?.equals(body) ? previous : undefined
    const copies = (['br', 'gzip'] as const).map(async (encoding) => {
      const copy = (known && findCompressedCopy(known, path, encoding)) ?? (await compress(body, encoding))
      return [path + endings[encoding], copy] as const
    })
    const smaller = (await Promise.all(copies)).filter(([, copy]) => copy.length < body.length)
    return [[path, body] as const, ...smaller]
  }
  const added = [...files].map((file) =>
    isCompressible(getMimeType(file[0]) ?? '') ? withCopies(file) : [file],
  )
  return new Map((await Promise.all(added)).flat())
}
