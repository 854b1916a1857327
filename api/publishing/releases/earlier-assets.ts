import { glob, mkdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/** A page may stay open for a day after its release was deleted. */
const keptFor = 24 * 60 * 60_000
const mostBytes = 256 * 1024 * 1024

/** Assets and sized images: their names are hashes of their bytes. */
export function isAsset(path: string): boolean {
  return /^(_astro|images)\//.test(path) && !path.split('/').includes('..')
}

/** Moves a release's assets into `folder`, except those that `newest` has too. */
export async function keepAssets(
  release: string,
  folder: string,
  newest: ReadonlySet<string>,
): Promise<void> {
  const now = new Date()
  for await (const entry of glob('{_astro,images}/**', { cwd: release, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const source = join(entry.parentPath, entry.name)
    const path = relative(release, source)
    if (newest.has(path)) continue
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true })
    await utimes(source, now, now)
    await rename(source, target)
  }
}

/** Deletes assets moved more than a day ago, and the oldest beyond 256 MB. */
export async function deleteAgedAssets(folder: string): Promise<void> {
  const found: Array<{ path: string; at: number; size: number }> = []
  for await (const entry of glob('**', { cwd: folder, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const { mtimeMs: at, size } = await stat(path)
    found.push({ path, at, size })
  }
  let bytes = 0
  for (const { path, at, size } of found.toSorted((one, other) => other.at - one.at)) {
    bytes += size
    if (bytes <= mostBytes && Date.now() - at <= keptFor) continue
    await rm(path, { force: true })
    // Succeeds only when the folder is empty.
    await rmdir(dirname(path)).catch(() => undefined)
  }
}
