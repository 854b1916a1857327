import { glob, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { BuiltBundle, RenderSettings } from './bundle.ts'
import { readImagePaths } from './page-images.ts'
import { pages } from './pages.ts'

/** The files of a release by their path below its folder: `index.html`, `_astro/….js`, `images/….webp`. */
export type ReleaseFiles = Map<string, Buffer>

/**
 * Asks the bundle for every page and for the images that the pages show, and adds the browser's assets: all that a
 * static host would serve. Throws what a page said that cannot be rendered.
 */
export async function renderRelease(bundle: BuiltBundle, settings: RenderSettings): Promise<ReleaseFiles> {
  const files: ReleaseFiles = new Map()
  for await (const entry of glob('**', { cwd: bundle.clientFolder, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(relative(bundle.clientFolder, path).split(sep).join('/'), await readFile(path))
  }
  const { createRenderer } = await bundle.load()
  const render = createRenderer(settings)
  const images = new Set<string>()
  for (const { path, file } of pages) {
    const { status, body } = await render(path)
    const expected = file === '404.html' ? 404 : 200
    if (status !== expected) throw new Error(`The page ${path} was rendered with status ${status}`)
    files.set(file, Buffer.from(body))
    for (const image of readImagePaths(Buffer.from(body).toString())) images.add(image)
  }
  for (const path of images) {
    const { status, body } = await render(path)
    if (status !== 200) throw new Error(`The image ${path} could not be had: status ${status}`)
    files.set(path.slice(1), Buffer.from(body))
  }
  return files
}
