import { setImmediate as nextTurn } from 'node:timers/promises'
import { isContentError } from '#domain/content/content-error.ts'
import type { Language } from '#domain/language.ts'
import { pages } from '#domain/pages/pages.ts'
import type { Documents, Renderer, RenderSettings } from '#domain/pages/renderer.ts'
import { hashInline } from '../html/inline-hashes.ts'
import { readImagePaths } from '../html/page-images.ts'
import { scanElements } from '../html/scan-elements.ts'
import type { PageBundle } from './bundle.ts'
import { checkLinks } from './check-links.ts'
import { type LocalFile, localPages, type PageFile } from './pages.ts'
import { addCompressedCopies } from './releases/compressed-copies.ts'
import type { PageSource } from './releases/stored-release.ts'

/** By path below the release's folder: `index.html`, `index.html.br`, `_astro/….js`, `images/….webp`. */
export type ReleaseFiles = Map<string, Buffer<ArrayBuffer>>

/** `behind`: ids of documents that the page still shows in an earlier state. */
export type FaultyPage = { file: PageFile; error: Error; behind: string[] }

type RenderedFiles = {
  files: ReleaseFiles
  pages: Map<LocalFile, PageSource>
  renderedPages: number
}

export type RenderedRelease = RenderedFiles & {
  /** The documents that its pages read, by digest. */
  documents: Map<string, unknown>
  /** The documents by id, for the next render. */
  known: Documents
  faulty: FaultyPage[]
}

/** An earlier release, maybe of another version of the code. */
export type PreviousRelease = Pick<RenderedRelease, 'files' | 'pages' | 'documents'>

type Options = {
  version?: string
  previous?: PreviousRelease | undefined
  /** Unchanged documents by id. */
  known?: Documents | undefined
  signal?: AbortSignal | undefined
}

/**
 * Renders pages whose content changed, takes the others from `previous`, and adds images and assets. Yields between
 * pages. A page that fails, or has a broken link, is taken from `previous` in all languages. Throws the page's error if
 * `previous` lacks it, and ContentError if the content cannot be read.
 */
export async function renderRelease(
  { createRenderer }: PageBundle,
  settings: RenderSettings,
  assets: ReleaseFiles,
  { version = '', previous, known, signal }: Options = {},
): Promise<RenderedRelease> {
  const renderer = createRenderer({ ...settings, known })
  const unchanged = await listUnchanged(renderer, version, previous)
  const release: RenderedFiles = { files: new Map(assets), pages: new Map(), renderedPages: 0 }
  const failed: Array<{ file: PageFile; error: Error }> = []
  /** Compressed in other threads, while further pages are rendered. */
  const compressing: Array<Promise<ReleaseFiles>> = []
  const add = (part: RenderedFiles) => {
    for (const [path, body] of part.files) release.files.set(path, body)
    for (const [file, source] of part.pages) release.pages.set(file, source)
    release.renderedPages += part.renderedPages
    compressing.push(addCompressedCopies(part.files, previous?.files))
  }
  for (const { file } of pages) {
    const localFiles = localPages.filter((page) => page.file === file)
    try {
      add(await renderInAllLanguages(localFiles))
    } catch (error) {
      signal?.throwIfAborted()
      // Unreadable content is not the fault of a page.
      const isUnavailable = isContentError(error) && error.code === 'content-unreadable'
      const kept =
        !isUnavailable && previous && copyPageFromPrevious(localFiles, previous, { version, assets })
      if (!kept) throw error
      add(kept)
      failed.push({ file, error: error as Error })
    }
  }
  const faulty = failed.map(async ({ file, error }) => {
    const { reads = {} } = release.pages.get(file) ?? {}
    return { file, error, behind: await listOutdatedDocuments(renderer, reads) }
  })
  const documents = await listDocuments(renderer, release.pages, previous)
  for (const files of await Promise.all(compressing))
    for (const [path, body] of files) release.files.set(path, body)
  return { ...release, documents, known: await renderer.listDocuments(), faulty: await Promise.all(faulty) }

  async function renderInAllLanguages(localFiles: typeof localPages): Promise<RenderedFiles> {
    const rendered: RenderedFiles = { files: new Map(), pages: new Map(), renderedPages: 0 }
    for (const { path, file, language, localFile } of localFiles) {
      if (previous && unchanged.has(localFile)) {
        copyFileFromPrevious(localFile, previous, rendered)
        continue
      }
      await nextTurn(undefined, { signal })
      const { body, reads } = await renderFile(renderer, path, language, file === '404.html' ? 404 : 200)
      const elements = scanElements(body.toString())
      const images = readImagePaths(elements).map((image) => image.slice(1))
      for (const image of images) {
        const stored = rendered.files.get(image) ?? previous?.files.get(image)
        rendered.files.set(image, stored ?? (await renderFile(renderer, `/${image}`, 'en')).body)
      }
      checkLinks(localFile, elements, (target) => assets.has(target) || rendered.files.has(target))
      rendered.files.set(localFile, body)
      rendered.pages.set(localFile, { version, reads, images, inline: hashInline(elements) })
      rendered.renderedPages += 1
    }
    return rendered
  }
}

/** Copies a page and its images from an earlier release; false if one is missing. */
function copyFileFromPrevious(
  file: LocalFile,
  { files, pages: sources }: PreviousRelease,
  target: RenderedFiles,
): boolean {
  const source = sources.get(file)
  if (!source) return false
  target.pages.set(file, source)
  for (const path of [file, ...source.images]) {
    const body = files.get(path)
    if (!body) return false
    target.files.set(path, body)
  }
  return true
}

/** Copies a page of an earlier release in all languages, with the assets of its own version. Undefined if missing. */
function copyPageFromPrevious(
  localFiles: typeof localPages,
  previous: PreviousRelease,
  { version, assets }: { version: string; assets: ReleaseFiles },
): RenderedFiles | undefined {
  const copied: RenderedFiles = { files: new Map(), pages: new Map(), renderedPages: 0 }
  for (const { localFile } of localFiles) {
    if (!copyFileFromPrevious(localFile, previous, copied)) return undefined
    if (copied.pages.get(localFile)?.version === version) continue
    for (const [path, body] of previous.files)
      if (path.startsWith('_astro/') && !assets.has(path)) copied.files.set(path, body)
  }
  return copied
}

async function listUnchanged(renderer: Renderer, version: string, previous?: PreviousRelease) {
  const unchanged = new Set<LocalFile>()
  const compare = async ([file, source]: [LocalFile, PageSource]) => {
    if (source.version !== version) return
    if ((await listOutdatedDocuments(renderer, source.reads)).length === 0) unchanged.add(file)
  }
  await Promise.all([...(previous?.pages ?? [])].map(compare))
  return unchanged
}

/** Documents that changed since, or cannot be read now. */
async function listOutdatedDocuments({ readDigest }: Renderer, reads: PageSource['reads']) {
  const compare = async ([document, digest]: [string, string]) => {
    const present = await readDigest(document).catch(() => undefined)
    return present === digest ? [] : [document]
  }
  return (await Promise.all(Object.entries(reads).map(compare))).flat()
}

/** The documents by digest; those of kept pages come from `previous`. */
async function listDocuments(
  renderer: Renderer,
  rendered: RenderedFiles['pages'],
  previous?: PreviousRelease,
) {
  const present = new Map<string, unknown>()
  for (const [id, document] of await renderer.listDocuments()) {
    const digest = await renderer.readDigest(id)
    if (digest !== undefined) present.set(digest, document)
  }
  const digests = [...rendered.values()].flatMap(({ reads }) => Object.values(reads))
  const find = (digest: string) => present.get(digest) ?? previous?.documents.get(digest)
  return new Map(digests.flatMap((digest) => (find(digest) === undefined ? [] : [[digest, find(digest)]])))
}

async function renderFile(renderer: Renderer, path: string, language: Language, expected = 200) {
  const { status, body, reads } = await renderer.render(path, language)
  if (status !== expected) throw new Error(`${path} was rendered with status ${status}`)
  return { body: Buffer.from(body), reads }
}
