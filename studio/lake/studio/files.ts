import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { removeForeignFonts } from './index-page.ts'

export type StudioFiles = {
  /** False until the Studio has been built. */
  exist: () => Promise<boolean>
  /** A file by its path in the folder, for example `static/sanity-1a2b3c4d.js`; undefined if there is none. */
  read: (path: string) => Promise<Buffer | undefined>
}

/** The files of the built Studio. Lists them again after each build. */
export function openStudioFiles(folder: string): StudioFiles {
  let listed: { builtAt: number; names: Set<string> } | undefined

  async function list() {
    const stats = await stat(join(folder, 'index.html')).catch(() => undefined)
    if (stats === undefined) return (listed = undefined)
    if (listed?.builtAt !== stats.mtimeMs) listed = { builtAt: stats.mtimeMs, names: await listFiles(folder) }
    return listed
  }

  return {
    exist: async () => (await list()) !== undefined,
    async read(path) {
      // Only listed names are opened, so no path leads out of the folder.
      if ((await list())?.names.has(path) !== true) return undefined
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
