import { glob, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { BuiltBundle } from './bundle.ts'
import { pages } from './pages.ts'

/** The files of a release by their path below its folder: `index.html`, `_astro/….js`. */
export type ReleaseFiles = Map<string, Buffer>

/** Asks the bundle for every page and adds the browser's assets: all that a static host would serve. */
export async function renderRelease(bundle: BuiltBundle, siteUrl: string): Promise<ReleaseFiles> {
  const files: ReleaseFiles = new Map()
  for await (const entry of glob('**', { cwd: bundle.clientFolder, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(relative(bundle.clientFolder, path).split(sep).join('/'), await readFile(path))
  }
  const { render } = await bundle.load()
  for (const { path, file } of pages) files.set(file, Buffer.from(await render(path, { siteUrl })))
  return files
}
