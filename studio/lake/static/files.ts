import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { removeForeignFonts } from './foreign-fonts.ts'

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
}

export type Encoding = keyof typeof compressors

export type StudioFiles = {
  /** When the Studio was built, in milliseconds; undefined while there is none. */
  builtAt: () => Promise<number | undefined>
  /** The bytes of a file by its path below the folder, as `static/sanity-1a2b3c4d.js`; undefined where it is none. */
  read: (path: string, encoding?: Encoding) => Promise<Buffer | undefined>
}

const compressible = /\.(?:css|html|js|json|map|mjs|svg|txt|webmanifest)$/

/** The files of a built Studio, styles without fonts of other hosts. Each file is compressed once per build. */
export function openStudioFiles(folder: string): StudioFiles {
  let known: { builtAt: number; names: Set<string>; compressed: Map<string, Promise<Buffer>> } | undefined

  async function look() {
    const facts = await stat(join(folder, 'index.html')).catch(() => undefined)
    if (facts === undefined) return (known = undefined)
    if (known?.builtAt !== facts.mtimeMs)
      known = { builtAt: facts.mtimeMs, names: await listFiles(folder), compressed: new Map() }
    return known
  }

  return {
    builtAt: async () => (await look())?.builtAt,
    async read(path, encoding) {
      const built = await look()
      // Only a name that was found in the folder is ever opened, so no path leads out of it.
      if (built === undefined || !built.names.has(path)) return undefined
      const bytes = () => readPart(join(folder, path))
      if (encoding === undefined || !compressible.test(path)) return bytes()
      const key = `${encoding} ${path}`
      const compressed = built.compressed.get(key) ?? bytes().then(compressors[encoding])
      built.compressed.set(key, compressed)
      return compressed.catch((error) => {
        if (built.compressed.get(key) === compressed) built.compressed.delete(key)
        throw error
      })
    },
  }
}

async function readPart(path: string): Promise<Buffer> {
  const bytes = await readFile(path)
  return path.endsWith('.css') ? Buffer.from(removeForeignFonts(String(bytes))) : bytes
}

export function isCompressed(path: string): boolean {
  return compressible.test(path)
}

async function listFiles(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
  return new Set(files.map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length)))
}
