import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { BuiltBundle, PageBundle, Renderer, RenderSettings } from './bundle.ts'
import { checkLinks } from './check-links.ts'
import { readImagePaths } from './page-images.ts'
import { type LocalFile, localPages } from './pages.ts'

/** The files of a release by their path below its folder: `index.html`, `_astro/….js`, `images/….webp`. */
export type ReleaseFiles = Map<string, Buffer>

/** A digest of each part of the content that was read, by the part's name. */
export type Digests = Record<string, string>

/** The files of a release, and what they were made of. */
export type RenderedRelease = {
  files: ReleaseFiles
  /** What each page read. */
  reads: Map<LocalFile, Digests>
  /** How many pages were rendered anew. */
  renderedPages: number
}

/** The browser's assets and the public files of a bundle, which no content changes. */
export async function readAssets(bundle: BuiltBundle): Promise<ReleaseFiles> {
  const files: ReleaseFiles = new Map()
  for await (const entry of glob('**', { cwd: bundle.clientFolder, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(relative(bundle.clientFolder, path).split(sep).join('/'), await readFile(path))
  }
  return files
}

/**
 * Renders the pages that read something else than they did for `previous`, takes the others from it, and adds the
 * images that the pages show and the assets: all that a static host would serve. Throws what a page said that cannot
 * be rendered, and LinkError for a link that leads nowhere.
 */
export async function renderRelease(
  { createRenderer }: PageBundle,
  settings: RenderSettings,
  assets: ReleaseFiles,
  previous?: RenderedRelease,
): Promise<RenderedRelease> {
  const renderer = createRenderer(settings)
  const files: ReleaseFiles = new Map(assets)
  const reads: RenderedRelease['reads'] = new Map()
  const images = new Set<string>()
  const unchanged = await listUnchanged(renderer, previous)
  let renderedPages = 0
  const { languages } = settings
  const wanted = localPages.filter(({ language }) => !languages || languages.includes(language))
  for (const { path, file, language, localFile } of wanted) {
    let { body, read } = unchanged.get(localFile) ?? {}
    if (!body || !read) {
      const page = await renderer.render(path, language)
      refuseStatus(path, page.status, file === '404.html' ? 404 : 200)
      body = Buffer.from(page.body)
      read = page.reads
      renderedPages += 1
    }
    files.set(localFile, body)
    reads.set(localFile, read)
    for (const image of readImagePaths(body.toString())) images.add(image)
  }
  for (const path of images) {
    const name = path.slice(1)
    files.set(name, previous?.files.get(name) ?? (await renderImage(path, renderer)))
  }
  checkLinks(files)
  return { files, reads, renderedPages }
}

/** A short name for the state of the content that a release was made of. */
export function nameContent(reads: RenderedRelease['reads']): string {
  const digests = Object.assign({}, ...reads.values()) as Digests
  const sorted = Object.entries(digests).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 16)
}

/** The pages of a release that would be rendered just so again. All parts of the content are asked for at once. */
async function listUnchanged({ readDigest }: Renderer, previous?: RenderedRelease) {
  const unchanged = new Map<LocalFile, { body: Buffer; read: Digests }>()
  const compare = async ([file, read]: [LocalFile, Digests]) => {
    const present = await Promise.all(Object.keys(read).map(readDigest))
    const body = previous?.files.get(file)
    const isSame = Object.values(read).every((digest, index) => digest === present[index])
    if (body && isSame) unchanged.set(file, { body, read })
  }
  await Promise.all([...(previous?.reads ?? [])].map(compare))
  return unchanged
}

async function renderImage(path: string, { render }: Renderer): Promise<Buffer> {
  const { status, body } = await render(path, 'en')
  refuseStatus(path, status, 200)
  return Buffer.from(body)
}

function refuseStatus(path: string, status: number, expected: number): void {
  if (status !== expected) throw new Error(`${path} was rendered with status ${status}`)
}
