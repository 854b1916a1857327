import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Language } from '#domain/language.ts'
import { ensureBundle, type PageBundle, type RenderedPath, type RenderSettings } from './bundle.ts'
import { keepCompressed, type KnownCompressed, readCompressed } from './compressed.ts'
import { compareRelease, createRelease, type Release, type ReleaseChange } from './release.ts'
import { ReleaseStore } from './release-store.ts'
import { nameContent, readAssets, type ReleaseFiles, type RenderedRelease, renderRelease } from './render.ts'
import { readSourceVersion } from './source-version.ts'

/**
 * What the worker is told: to open, before anything else, then any number of times to publish, to load, or to render a
 * path as it will be, drafts included, with a token that may see them.
 */
export type Task =
  | { task: 'open'; checkout: string; folder: string; settings: RenderSettings }
  | { task: 'publish' }
  | { task: 'load' }
  | { task: 'preview'; path: string; language: Language; token: string }

/** What a finished task answers: a change of the release where there is another one now, or what was asked to see. */
export type Done = { change?: ReleaseChange; renderedPages: number; preview?: RenderedPath }

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
/** What the newest release was made of, to render only what has changed. */
let rendered: RenderedRelease | undefined
/** What the parent has. */
let told: Release | undefined

async function open({ checkout, folder, settings }: Extract<Task, { task: 'open' }>): Promise<Done> {
  const built = await ensureBundle(checkout, (line) => void tell({ line }))
  const store = new ReleaseStore(folder)
  await store.open()
  // The address stands in the pages: another one makes other pages of the same content.
  const version = shorten(`${await readSourceVersion(checkout)} ${settings.siteUrl}`)
  const [bundle, assets] = [await built.load(), await readAssets(built)]
  const compressed = await readCompressed(built.folder)
  opened = { store, bundle, assets, builtIn: built.folder, compressed, version, settings }
  return load()
}

/** Takes up the release that is current on disk, if this version of the code made it. */
async function load(): Promise<Done> {
  const { store, version } = opened
  const current = await store.readCurrent()
  if (current && current.release === told?.id) return { renderedPages: 0 }
  const stored = current && (await store.find(current.release))
  if (stored?.version !== version) return { renderedPages: 0 }
  const compressed = await readCompressed(join(store.folder, stored.id))
  return hand(await createRelease(stored.id, await store.read(stored), told, compressed), 0)
}

/**
 * Renders what has changed, writes it as a release and makes it current. Where the content is as it was when the
 * newest release was made there is nothing to do, be that release the current one or rolled back from.
 */
async function publish(): Promise<Done> {
  const { store, bundle, assets, compressed, version, settings } = opened
  rendered = await renderRelease(bundle, settings, assets, rendered)
  const { files, reads, renderedPages } = rendered
  const content = nameContent(reads)
  const current = await store.readCurrent()
  const served = current && (await store.find(current.release))
  if (current?.content === content && served?.version === version) {
    // Another process may have made it, in the same folder.
    return { ...(await load()), renderedPages }
  }
  const { id } = await store.write(files, { version, now: new Date() })
  const release = await createRelease(id, files, told, compressed)
  await store.setCurrent({ release: id, content })
  // Once visitors have it: nobody waits for what only makes a start faster.
  setImmediate(() => void keepForNextStart(release))
  return hand(release, renderedPages)
}

/** Of the release for a start that finds it, of the assets for one that finds none. */
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
async function preview({ path, language, token }: Extract<Task, { task: 'preview' }>): Promise<Done> {
  const { bundle, settings } = opened
  const content = { ...settings.content, token, perspective: 'drafts' } as const
  const renderer = bundle.createRenderer({ ...settings, content })
  return { renderedPages: 0, preview: await renderer.render(path, language) }
}

function hand(release: Release, renderedPages: number): Done {
  const change = compareRelease(release, told)
  told = release
  return { change, renderedPages }
}

function shorten(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** Faults of the content are told in their own words, everything else with its stack. */
const contentFaults = new Set(['ContentError', 'LinkError'])

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
