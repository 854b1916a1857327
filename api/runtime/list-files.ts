import { glob } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** The paths of the files below a folder, with `/` on every system; without hidden ones. */
export async function listFiles(folder: string, pattern: string | string[] = '**'): Promise<string[]> {
  const entries = await Array.fromAsync(glob(pattern, { cwd: folder, withFileTypes: true }))
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
}
