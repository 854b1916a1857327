import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isContentError } from '#domain/content/content-error.ts'
import type { Language } from '#domain/language.ts'
import { pages } from '#domain/pages/pages.ts'
import type { Documents, Renderer, RenderSettings } from '#domain/pages/renderer.ts'
import { hashInline, type InlineHashes } from '../html/inline-hashes.ts'
import { readImagePaths } from '../html/page-images.ts'
import { scanElements } from '../html/scan-elements.ts'
import type { PageBundle } from './bundle.ts'
import { checkLinks } from './check-links.ts'
import { type LocalFile, localPages, type PageFile } from './pages.ts'

/** By path below the release's folder: `index.html`, `_astro/….js`, `images/….webp`. */
export type ReleaseFiles = Map<string, Buffer<ArrayBuffer>>

export type PageSource = {
  version: string
  /** Digests by document id. */
  reads: Record<string, string>
  /** Paths of content images, below the release's folder. */
  images: string[]
  /** CSP hashes; releases of earlier versions may lack them. */
  inline?: InlineHashes | undefined
}

/** `behind`: ids of documents that the page still shows in an earlier state. */
export type FaultyPage = { file: PageFile; error: Error; behind: string[] }

type Made = {
  files: ReleaseFiles
  pages: Map<LocalFile, PageSource>
  renderedPages: number
}

export type RenderedRelease = Made & {
  /** The documents that its pages read, by digest. */
  documents: Map<string, unknown>
  /** The documents by id, for the next render. */
  known: Documents
  faulty: FaultyPage[]
}

/** An earlier release, maybe of another version of the code. */
export type Previous = Pick<RenderedRelease, 'files' | 'pages' | 'documents'>

type Options = {
  version?: string
  previous?: Previous | undefined
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
      // Unreadable content is not the fault of a page.
      const isAway = isContentError(error) && error.code === 'content-unreadable'
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
      const { body, reads } = await render(renderer, path, language, file === '404.html' ? 404 : 200)
      const elements = scanElements(body.toString())
      const images = readImagePaths(elements).map((image) => image.slice(1))
      for (const image of images) {
        const stored = made.files.get(image) ?? previous?.files.get(image)
        made.files.set(image, stored ?? (await render(renderer, `/${image}`, 'en')).body)
      }
      checkLinks(localFile, elements, (target) => assets.has(target) || made.files.has(target))
      made.files.set(localFile, body)
      made.pages.set(localFile, { version, reads, images, inline: hashInline(elements) })
      made.renderedPages += 1
    }
    return made
  }
}

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

/** Takes a page and its images from an earlier release; false if one is missing. */
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

/** A page of an earlier release in all languages, with the assets of its own version. Undefined if missing. */
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

async function listUnchanged(renderer: Renderer, version: string, previous?: Previous) {
  const unchanged = new Set<LocalFile>()
  const compare = async ([file, source]: [LocalFile, PageSource]) => {
    if (source.version !== version) return
    if ((await listBehind(renderer, source.reads)).length === 0) unchanged.add(file)
  }
  await Promise.all([...(previous?.pages ?? [])].map(compare))
  return unchanged
}

/** Documents that changed since, or cannot be read now. */
async function listBehind({ readDigest }: Renderer, reads: PageSource['reads']): Promise<string[]> {
  const compare = async ([document, digest]: [string, string]) => {
    const present = await readDigest(document).catch(() => undefined)
    return present === digest ? [] : [document]
  }
  return (await Promise.all(Object.entries(reads).map(compare))).flat()
}

/** The documents by digest; those of kept pages come from `previous`. */
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

async function render(renderer: Renderer, path: string, language: Language, expected = 200) {
  const { status, body, reads } = await renderer.render(path, language)
  if (status !== expected) throw new Error(`${path} was rendered with status ${status}`)
  return { body: Buffer.from(body), reads }
}
