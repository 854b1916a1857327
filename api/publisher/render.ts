import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BuiltBundle, Documents, PageBundle, Renderer, RenderSettings } from './bundle.ts'
import { checkLinks } from './check-links.ts'
import { hashInline, type InlineHashes } from './inline-hashes.ts'
import { readImagePaths } from './page-images.ts'
import { type LocalFile, localPages, type PageFile, pages } from './pages.ts'
import { listElements } from './visit-elements.ts'

/** The files of a release by their path below its folder: `index.html`, `_astro/….js`, `images/….webp`. */
export type ReleaseFiles = Map<string, Buffer<ArrayBuffer>>

/** What a page was made of. */
export type PageSource = {
  /** The version of the code. */
  version: string
  /** A digest of each document that it read, by the document's id. */
  reads: Record<string, string>
  /** The images of the content that it shows, by their paths below the release's folder. */
  images: string[]
  /** What its policy allows; a release of an earlier version may lack it. */
  inline?: InlineHashes | undefined
}

/** A page that could not be made anew and is taken from the release before, with the documents that it shows as they were. */
export type FaultyPage = { file: PageFile; error: Error; behind: string[] }

/** Pages with their images, and what they were made of. */
type Made = {
  files: ReleaseFiles
  pages: Map<LocalFile, PageSource>
  /** How many pages were rendered anew. */
  renderedPages: number
}

/** The files of a release, and what they were made of. */
export type RenderedRelease = Made & {
  /** The documents that its pages read, by their digests. */
  documents: Map<string, unknown>
  /** The documents as they are now, by their ids. */
  known: Documents
  faulty: FaultyPage[]
}

/** What was rendered last, or an earlier release, be it of another version of the code. */
export type Previous = Pick<RenderedRelease, 'files' | 'pages' | 'documents'>

type Options = {
  version?: string
  previous?: Previous | undefined
  /** Documents that have not changed, by their ids. */
  known?: Documents | undefined
  signal?: AbortSignal | undefined
}

/** The browser's assets and the public files of a bundle, which no content changes. */
export async function readAssets({ clientFolder }: Pick<BuiltBundle, 'clientFolder'>): Promise<ReleaseFiles> {
  const files: ReleaseFiles = new Map()
  for await (const entry of glob('**', { cwd: clientFolder, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(relative(clientFolder, path).split(sep).join('/'), await readFile(path))
  }
  return files
}

/**
 * Renders the pages that read something else than they did for `previous`, takes the others from it, and adds the
 * images that the pages show and the assets: all that a static host would serve. Others have their turn between two
 * pages. A page that cannot be made, or links
 * to where there is nothing, is taken from `previous` in all languages. Throws the fault of such a page where
 * `previous` lacks it, and UnreadableError (site/lib/content-error.ts) where the content does not answer.
 */
export async function renderRelease(
  { createRenderer }: PageBundle,
  settings: RenderSettings,
  assets: ReleaseFiles,
  { version = '', previous, known, signal }: Options = {},
): Promise<RenderedRelease> {
  const { languages } = settings
  const renderer = createRenderer({ ...settings, known })
  const unchanged = await listUnchanged(renderer, version, previous)
  const release: Made = { files: new Map(assets), pages: new Map(), renderedPages: 0 }
  const failed: Array<{ file: PageFile; error: Error }> = []
  for (const { file } of pages) {
    const wanted = localPages.filter(
      (page) => page.file === file && (!languages || languages.includes(page.language)),
    )
    try {
      add(await make(wanted), release)
    } catch (error) {
      signal?.throwIfAborted()
      // Then nothing is known of the content, and no page is at fault.
      const isAway = (error as Error).name === 'UnreadableError'
      const kept = !isAway && previous && keep(wanted, previous, { version, assets })
      if (!kept) throw error
      add(kept, release)
      failed.push({ file, error: error as Error })
    }
  }
  const faulty = failed.map(async ({ file, error }) => {
    const { reads = {} } = release.pages.get(file) ?? {}
    return { file, error, behind: await listBehind(renderer, reads) }
  })
  const documents = await listDocuments(renderer, release.pages, previous)
  return { ...release, documents, known: await renderer.listDocuments(), faulty: await Promise.all(faulty) }

  async function make(wanted: typeof localPages): Promise<Made> {
    const made: Made = { files: new Map(), pages: new Map(), renderedPages: 0 }
    for (const { path, file, language, localFile } of wanted) {
      if (previous && unchanged.has(localFile)) {
        take(localFile, previous, made)
        continue
      }
      await nextTurn(undefined, { signal })
      const page = await renderer.render(path, language)
      refuseStatus(path, page.status, file === '404.html' ? 404 : 200)
      const body = Buffer.from(page.body)
      const elements = listElements(body.toString())
      const images = readImagePaths(elements).map((image) => image.slice(1))
      for (const image of images) {
        const bytes = made.files.get(image) ?? previous?.files.get(image)
        made.files.set(image, bytes ?? (await renderImage(`/${image}`, renderer)))
      }
      checkLinks(localFile, elements, (target) => assets.has(target) || made.files.has(target))
      made.files.set(localFile, body)
      made.pages.set(localFile, { version, reads: page.reads, images, inline: hashInline(elements) })
      made.renderedPages += 1
    }
    return made
  }
}

/** A short name for the state of the content that pages were made of. */
export function nameContent(made: Previous['pages']): string {
  const sorted = [...made]
    .map(([file, { version, reads }]) => [file, version, Object.entries(reads).toSorted()])
    .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 16)
}

function add(made: Made, release: Made): void {
  for (const [path, body] of made.files) release.files.set(path, body)
  for (const [file, source] of made.pages) release.pages.set(file, source)
  release.renderedPages += made.renderedPages
}

/** Takes a page and its images from an earlier release. False where it lacks one of them. */
function take(file: LocalFile, { files, pages: sources }: Previous, made: Made): boolean {
  const source = sources.get(file)
  if (!source) return false
  made.pages.set(file, source)
  for (const path of [file, ...source.images]) {
    const body = files.get(path)
    if (!body) return false
    made.files.set(path, body)
  }
  return true
}

/**
 * A page of an earlier release in all languages. One of another version of the code comes with the assets of that
 * version, which its scripts load one after the other. Undefined where the release lacks it.
 */
function keep(
  wanted: typeof localPages,
  previous: Previous,
  { version, assets }: { version: string; assets: ReleaseFiles },
): Made | undefined {
  const made: Made = { files: new Map(), pages: new Map(), renderedPages: 0 }
  for (const { localFile } of wanted) {
    if (!take(localFile, previous, made)) return undefined
    if (made.pages.get(localFile)?.version === version) continue
    for (const [path, body] of previous.files) {
      if (!/\.html$|^images\//.test(path) && !assets.has(path)) made.files.set(path, body)
    }
  }
  return made
}

/** The pages of a release that would be rendered just so again. All documents are asked for at once. */
async function listUnchanged(renderer: Renderer, version: string, previous?: Previous) {
  const unchanged = new Set<LocalFile>()
  const compare = async ([file, source]: [LocalFile, PageSource]) => {
    if (source.version !== version) return
    if ((await listBehind(renderer, source.reads)).length === 0) unchanged.add(file)
  }
  await Promise.all([...(previous?.pages ?? [])].map(compare))
  return unchanged
}

/** The documents that are not as they were read, or cannot be read now. */
async function listBehind({ readDigest }: Renderer, reads: PageSource['reads']): Promise<string[]> {
  const compare = async ([document, digest]: [string, string]) => {
    const present = await readDigest(document).catch(() => undefined)
    return present === digest ? [] : [document]
  }
  return (await Promise.all(Object.entries(reads).map(compare))).flat()
}

/** The documents that pages read, by their digests: those of pages that were kept are in `previous`. */
async function listDocuments(renderer: Renderer, made: Made['pages'], previous?: Previous) {
  const present = new Map<string, unknown>()
  for (const [id, document] of await renderer.listDocuments()) {
    const digest = await renderer.readDigest(id)
    if (digest !== undefined) present.set(digest, document)
  }
  const digests = [...made.values()].flatMap(({ reads }) => Object.values(reads))
  const find = (digest: string) => present.get(digest) ?? previous?.documents.get(digest)
  return new Map(digests.flatMap((digest) => (find(digest) === undefined ? [] : [[digest, find(digest)]])))
}

async function renderImage(path: string, { render }: Renderer): Promise<Buffer<ArrayBuffer>> {
  const { status, body } = await render(path, 'en')
  refuseStatus(path, status, 200)
  return Buffer.from(body)
}

function refuseStatus(path: string, status: number, expected: number): void {
  if (status !== expected) throw new Error(`${path} was rendered with status ${status}`)
}
