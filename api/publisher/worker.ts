import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Language, languages } from '#domain/language.ts'
import type { PageView } from '#domain/page-view.ts'
import { ensureBundle, type PageBundle, type RenderedPath, type RenderSettings } from './bundle.ts'
import { keepCompressed, type KnownCompressed, readCompressed } from './compressed.ts'
import { fileIn, type LocalFile } from './pages.ts'
import { compareRelease, createRelease, type Release, type ReleaseChange } from './release.ts'
import { ReleaseStore } from './release-store.ts'
import type { StoredRelease } from './stored-release.ts'
import { nameContent, type Previous, readAssets, type ReleaseFiles, renderRelease } from './render.ts'
import { readSourceVersion } from './source-version.ts'
import { listStalePages, type StalePage } from './stale-pages.ts'

/**
 * What the worker is told: to open, before anything else, then any number of times to publish, to load, or to render a
 * path as it will be, drafts included, with a token that may see them.
 */
export type Task =
  | { task: 'open'; checkout: string; folder: string; settings: RenderSettings }
  | { task: 'publish' }
  | { task: 'load' }
  | { task: 'preview'; path: string; language: Language; token: string; view?: PageView | undefined }

/** What a finished task answers: a change of the release where there is another one now, or what was asked to see. */
export type Done = {
  change?: ReleaseChange
  renderedPages: number
  stale: StalePage[]
  /** The documents that a page shows as they are now, by their ids. */
  shown: string[]
  preview?: RenderedPath
}

export type Report = { line: string } | { done: Done } | { failed: { name: string; message: string } }

// A process of its own, forked by keep-worker.ts: it builds, renders, compresses and writes releases, keeps what the
// last one was made of, and ends with its parent. A report has left only once the callback says so.
const tell: (report: Report) => Promise<void> = promisify(process.send!.bind(process))
process.once('disconnect', () => process.exit())

type Opened = {
  store: ReleaseStore
  bundle: PageBundle
  assets: ReleaseFiles
  /** Where the bundle is, and what is known of its assets. */
  builtIn: string
  compressed: KnownCompressed
  version: string
  settings: RenderSettings
}

let opened: Opened
/** The newest release. Pages that have not changed, or cannot be rendered, are taken from it. */
let newest: Previous | undefined
let stale: StalePage[] = []
/** What the parent has. */
let told: Release | undefined

async function open({ checkout, folder, settings }: Extract<Task, { task: 'open' }>): Promise<Done> {
  const built = await ensureBundle(checkout, say)
  const store = new ReleaseStore(folder, say)
  await store.open()
  // The address stands in the pages: another one makes other pages of the same content.
  const version = shorten(`${await readSourceVersion(checkout)} ${settings.siteUrl}`)
  const [bundle, assets] = [await built.load(), await readAssets(built)]
  const compressed = await readCompressed(built.folder)
  opened = { store, bundle, assets, builtIn: built.folder, compressed, version, settings }
  stale = await store.readStale()
  newest = await readNewest()
  const { release: current } = (await store.readCurrent()) ?? {}
  const own = (await store.list()).filter((release) => release.version === version)
  const currentFirst = own.toSorted((one, other) => Number(other.id === current) - Number(one.id === current))
  for (const stored of currentFirst) {
    const release = await readRelease(stored)
    if (!release) continue
    if (stored.id !== current) {
      await store.setCurrent({ release: stored.id, content: nameContent(pagesOf(stored)) })
    }
    return hand(release)
  }
  return finish()
}

/** The newest release of this version of the code; where there is none, of any. */
async function readNewest(): Promise<Previous | undefined> {
  const { store, version } = opened
  const isOwn = (release: StoredRelease) => Number(release.version === version)
  for (const stored of (await store.list()).toSorted((one, other) => isOwn(other) - isOwn(one))) {
    const files = await readSound(stored, () => store.read(stored))
    if (files) return { files, pages: pagesOf(stored) }
  }
  return undefined
}

function pagesOf({ pages }: StoredRelease): Previous['pages'] {
  return new Map(Object.entries(pages) as Array<[LocalFile, StoredRelease['pages'][string]]>)
}

/** A release as it is served. */
async function readRelease(stored: StoredRelease): Promise<Release | undefined> {
  const { store } = opened
  return readSound(stored, async () => {
    const compressed = await readCompressed(join(store.folder, stored.id))
    return createRelease(stored.id, await store.read(stored), told, compressed)
  })
}

/** Reads a release, and sets it aside if it is damaged. Undefined if it cannot be read. */
async function readSound<Value>(
  { id }: StoredRelease,
  read: () => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await read()
  } catch (error) {
    await opened.store.setAside(id, error as Error)
    return undefined
  }
}

/** Takes up the release that is current on disk. */
async function load(): Promise<Done> {
  const { store, version } = opened
  const current = await store.readCurrent()
  if (!current || current.release === told?.id) return finish()
  const stored = await store.find(current.release)
  if (stored?.version !== version) {
    say(`The release ${current.release} is not served: this version of the code did not make it.`)
    return finish()
  }
  const release = await readRelease(stored)
  return release ? hand(release) : finish()
}

/**
 * Renders what has changed, writes it as a release and makes it current. Where the content is as it was when the
 * newest release was made there is nothing to do, be that release the current one or rolled back from.
 */
async function publish(): Promise<Done> {
  const { store, bundle, assets, compressed, version, settings } = opened
  const rendered = await renderRelease(bundle, settings, assets, { version, previous: newest })
  newest = rendered
  await noteStale(listStalePages(rendered.faulty, stale, new Date()))
  const { files, pages, renderedPages } = rendered
  const faulty = new Set(rendered.faulty.flatMap(({ file }) => languages.map((one) => fileIn(one, file))))
  const fresh = [...pages].filter(([file]) => !faulty.has(file))
  const shown = [...new Set(fresh.flatMap(([, { reads }]) => Object.keys(reads)))]
  const content = nameContent(pages)
  const current = await store.readCurrent()
  const served = current && (await store.find(current.release))
  if (current?.content === content && served?.version === version) {
    // Another process may have made it, in the same folder.
    return { ...(await load()), renderedPages, shown }
  }
  const { id } = await store.write(files, { version, now: new Date(), pages: Object.fromEntries(pages) })
  const release = await createRelease(id, files, told, compressed)
  await store.setCurrent({ release: id, content })
  await store.deleteOldest()
  // Once visitors have it: nobody waits for what only makes a start faster.
  setImmediate(() => void keepForNextStart(release))
  return { ...hand(release), renderedPages, shown }
}

/** If this cannot be written, only the time since when a page is stale is lost. */
async function noteStale(found: StalePage[]): Promise<void> {
  const isSame = JSON.stringify(found) === JSON.stringify(stale)
  stale = found
  if (!isSame) {
    await opened.store
      .writeStale(found)
      .catch((error: Error) => say(`The list of stale pages could not be kept: ${error.message}`))
  }
}

/** Caches compressed bytes: the whole release for a start that finds it, only the assets for one that finds none. */
async function keepForNextStart(release: Release): Promise<void> {
  const { store, assets, builtIn, compressed } = opened
  await keepCompressed(join(store.folder, release.id), release.files.values())
  if (compressed.size > 0) return
  const ofAssets = [...release.files].filter(([path]) => assets.has(path))
  await keepCompressed(
    builtIn,
    ofAssets.map(([, answer]) => answer),
  )
  opened.compressed = await readCompressed(builtIn)
}

/** Nothing of it is kept: no release ever sees a draft. */
async function preview({ path, language, token, view }: Extract<Task, { task: 'preview' }>): Promise<Done> {
  const { bundle, settings } = opened
  const content = { ...settings.content, token, perspective: 'drafts' } as const
  const renderer = bundle.createRenderer({ ...settings, content })
  return { ...finish(), preview: await renderer.render(path, language, view) }
}

function finish(): Done {
  return { renderedPages: 0, stale, shown: [] }
}

function hand(release: Release): Done {
  const change = compareRelease(release, told)
  told = release
  return { ...finish(), change }
}

function say(line: string): void {
  void tell({ line })
}

function shorten(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** Faults of the content are told in their own words, everything else with its stack. */
const contentFaults = new Set(['ContentError', 'UnreadableError', 'UnreadableImageError', 'LinkError'])

async function work(task: Task): Promise<Done> {
  if (task.task === 'open') return open(task)
  if (task.task === 'preview') return preview(task)
  return task.task === 'load' ? load() : publish()
}

process.on('message', (task: Task) => {
  work(task)
    .then((done) => tell({ done }))
    .catch((error: Error) => {
      const { name, message, stack = message } = error
      return tell({ failed: { name, message: contentFaults.has(name) ? message : stack } })
    })
    // The parent is gone, and this process with it.
    .catch(() => process.exit(1))
})
