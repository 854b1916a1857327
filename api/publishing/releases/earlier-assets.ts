import { mkdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { listFiles } from '../../runtime/list-files.ts'
import { partialPrefix } from './stored-release.ts'

/** Milliseconds: a page may stay open for a day after its release was deleted. */
const maxAge = 24 * 60 * 60_000
const maxBytes = 256 * 1024 * 1024

/** Assets and sized images: their names are hashes of their bytes. */
export function isAsset(path: string): boolean {
  return /^(_astro|images)\//.test(path) && !path.split('/').includes('..')
}

/** Deletes a release. Its assets move into the folder `earlier`, except those that are also in `newest`. */
export async function deleteRelease(release: string, earlier: string, newest: ReadonlySet<string>) {
  // Rename first, so that a crash leaves no half of a release.
  const partial = join(dirname(release), `${partialPrefix}${basename(release)}`)
  await rename(release, partial)
  const now = new Date()
  for (const path of await listFiles(partial, '{_astro,images}/**')) {
    if (newest.has(path)) continue
    const [source, target] = [join(partial, path), join(earlier, path)]
    await mkdir(dirname(target), { recursive: true })
    await utimes(source, now, now)
    await rename(source, target)
  }
  await rm(partial, { recursive: true, force: true })
}

/** Deletes assets moved more than a day ago, and the oldest beyond 256 MB. */
export async function deleteAgedAssets(folder: string): Promise<void> {
  const found: Array<{ path: string; at: number; size: number }> = []
  for (const name of await listFiles(folder)) {
    const path = join(folder, name)
    const { mtimeMs: at, size } = await stat(path)
    found.push({ path, at, size })
  }
  let bytes = 0
  for (const { path, at, size } of found.toSorted((one, other) => other.at - one.at)) {
    bytes += size
    if (bytes <= maxBytes && Date.now() - at <= maxAge) continue
    await rm(path, { force: true })
    // Succeeds only when the folder is empty.
    await rmdir(dirname(path)).catch(() => undefined)
  }
}
