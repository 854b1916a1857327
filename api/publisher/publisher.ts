import { createHash } from 'node:crypto'
import { currentLanguage } from '#domain/language.ts'
import type { PageView } from '#domain/page-view.ts'
import { type Documents, ensureBundle, type RenderedPath, type RenderSettings } from './bundle.ts'
import { readCompressed } from './compressed.ts'
import { createDrawer, type Drawer } from './drawer.ts'
import { toFault } from './faults.ts'
import { listShown, type Outcome } from './outcome.ts'
import { createRelease, type Release } from './release.ts'
import { ReleaseStore } from './release-store.ts'
import { nameContent, type Previous, readAssets, type RenderedRelease, renderRelease } from './render.ts'
import { listStalePages, type StalePage } from './stale-pages.ts'
import type { StoredRelease } from './stored-release.ts'

export type Publisher = {
  /** The release that is served; undefined before the first. */
  current: () => Release | undefined
  /**
   * Brings the pages to the content as it is now, or later, one publish after the other. With the ids of documents that
   * have `changed`, the others are not asked for. Pages that cannot be rendered stay as they were, and are stale. Never
   * rejects; a failure leaves everything as it was.
   */
  publish: (changed?: ReadonlySet<string>) => Promise<Outcome>
  /** Stale pages: the newest content cannot be rendered, so visitors get the earlier version. */
  readStale: () => readonly StalePage[]
  /** Serves the release that is current on disk, after a rollback. Rejects with the file system's error. */
  reload: () => Promise<void>
  /**
   * A page in the language of the request, or an image of the content, as it will be, drafts included; `token` may
   * see them. Nothing that is published changes by it. Rejects with ContentFault or PagesError.
   */
  preview: (path: string, token: string, view?: PageView) => Promise<RenderedPath>
  /** Draws a page with its record, in the language of the request, with the content of the release that is served. */
  draw: Drawer
} & Disposable

type Options = {
  checkout: string
  /** Where releases are kept. */
  folder: string
  settings: RenderSettings
  log: (line: string) => void
  /** Ends an opening that is under way. */
  signal?: AbortSignal
}

/**
 * Opens the publisher: builds the bundle if it has to be built, and takes up the release that was served last, if this
 * version of the code made it. Throws PagesError.
 */
export async function openPublisher(options: Options): Promise<Publisher> {
  const { checkout, folder, settings, log, signal } = options
  const built = await ensureBundle(checkout, log, signal)
  const [bundle, assets] = await Promise.all([built.load(), readAssets(built)])
  const compressed = await readCompressed(built.folder, assets)
  // The address stands in the pages: another one makes other pages of the same content.
  const version = nameVersion(`${built.version} ${settings.siteUrl}`)
  const store = new ReleaseStore(folder, log)
  await store.open()
  const stopping = new AbortController()
  let stale = await store.readStale()
  /** What was rendered last. Pages that have not changed, or cannot be rendered, are taken from it. */
  let newest: Previous | undefined
  /** The documents as they were then, by their ids; undefined where that is not known. */
  let documents: Documents | undefined
  let served: Release | undefined
  let draw: Drawer = () => Promise.reject(new Error('There is no release yet'))
  let last: Promise<unknown> = takeUp()
  await last

  /** Serves the release that was served last. */
  async function takeUp(): Promise<void> {
    const all = await store.list()
    const current = await store.readCurrent()
    const own = all.filter((one) => one.version === version)
    const others = all.filter((one) => one.version !== version)
    newest = await store.readFirst([...own, ...others])
    const isCurrent = ({ id }: StoredRelease) => Number(id === current?.release)
    const found = await store.readFirst(own.toSorted((one, other) => isCurrent(other) - isCurrent(one)))
    if (!found) return
    if (found.id !== current?.release) {
      await store.setCurrent({ release: found.id, content: nameContent(found.pages) })
    }
    await serve(found.id, found)
  }

  async function serve(id: string, made: Previous): Promise<void> {
    served = await createRelease(id, made, { previous: served, known: compressed })
    draw = createDrawer(bundle, settings, served)
  }

  /** Takes up the release that is current on disk. */
  async function load(): Promise<void> {
    const current = await store.readCurrent()
    if (!current || current.release === served?.id) return
    const stored = await store.find(current.release)
    if (stored?.version !== version) {
      log(`The release ${current.release} is not served: this version of the code did not make it.`)
      return
    }
    const found = await store.readFirst([stored])
    if (found) await serve(found.id, found)
  }

  /**
   * Renders what has changed, writes it as a release and makes it current. Where the content is as it was when the
   * newest release was made there is nothing to do, be that release the current one or rolled back from.
   */
  async function renew(known?: Documents): Promise<RenderedRelease> {
    const rendered = await renderRelease(bundle, settings, assets, {
      version,
      previous: newest,
      known,
      signal: stopping.signal,
    })
    newest = rendered
    documents = rendered.known
    await noteStale(listStalePages(rendered.faulty, stale, new Date()))
    const content = nameContent(rendered.pages)
    const current = await store.readCurrent()
    if (current?.content === content && (await isOwn(current.release))) {
      // Another process may have made it, in the same folder.
      await load()
      return rendered
    }
    const { id } = await store.write(rendered, { version, now: new Date() })
    await store.setCurrent({ release: id, content })
    await serve(id, rendered)
    // Nobody waits for that.
    void inTurn(() => store.deleteOldest())
    return rendered
  }

  async function isOwn(id: string): Promise<boolean> {
    return id === served?.id || (await store.find(id))?.version === version
  }

  /** If this cannot be written, only the time since when a page is stale is lost. */
  async function noteStale(found: StalePage[]): Promise<void> {
    const isSame = JSON.stringify(found) === JSON.stringify(stale)
    stale = found
    if (isSame) return
    await store
      .writeStale(found)
      .catch((error: Error) => log(`The list of stale pages could not be kept: ${error.message}`))
  }

  async function publish(changed?: ReadonlySet<string>): Promise<Outcome> {
    const startedAt = performance.now()
    const before = served
    const known = changed && documents && new Map([...documents].filter(([id]) => !changed.has(id)))
    // Until it is over, nothing is known.
    documents = undefined
    try {
      const rendered = await renew(known)
      const { renderedPages } = rendered
      const shown = listShown(rendered)
      if (!served || served === before) return { state: 'unchanged', stale, shown }
      const milliseconds = Math.round(performance.now() - startedAt)
      return { state: 'live', release: served.id, renderedPages, milliseconds, stale, shown }
    } catch (error) {
      return { state: 'failed', error: toFault(error) }
    }
  }

  /** One after the other: each looks at what is served, and changes it. */
  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  return {
    current: () => served,
    publish: (changed) => inTurn(() => publish(changed)),
    readStale: () => stale,
    reload: () => inTurn(load),
    preview: async (path, token, view) => {
      const content = { ...settings.content, token, perspective: 'drafts' } as const
      const renderer = bundle.createRenderer({ ...settings, content })
      return renderer.render(path, currentLanguage(), view).catch((error: unknown) => {
        throw toFault(error)
      })
    },
    draw: (path, view) => draw(path, view),
    // What is written just now is never taken for whole unless it is.
    [Symbol.dispose]: () => stopping.abort(),
  }
}

function nameVersion(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
