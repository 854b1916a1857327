import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { removeForeignFonts } from './index-page.ts'

export type StudioFiles = {
  /** Whether there is a built Studio. */
  areThere: () => Promise<boolean>
  /** The bytes of a file by its path below the folder, as `static/sanity-1a2b3c4d.js`; undefined where it is none. */
  read: (path: string) => Promise<Buffer | undefined>
}

/** The files of a built Studio, styles without fonts of other hosts. */
export function openStudioFiles(folder: string): StudioFiles {
  let known: { builtAt: number; names: Set<string> } | undefined

  async function look() {
    const facts = await stat(join(folder, 'index.html')).catch(() => undefined)
    if (facts === undefined) return (known = undefined)
    if (known?.builtAt !== facts.mtimeMs) known = { builtAt: facts.mtimeMs, names: await listFiles(folder) }
    return known
  }

  return {
    areThere: async () => (await look()) !== undefined,
    async read(path) {
      // Only a name that was found in the folder is ever opened, so no path leads out of it.
      if ((await look())?.names.has(path) !== true) return undefined
      const bytes = await readFile(join(folder, path))
      return path.endsWith('.css') ? Buffer.from(removeForeignFonts(String(bytes))) : bytes
    },
  }
}

async function listFiles(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
  return new Set(files.map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length)))
}
