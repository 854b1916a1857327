import { createHash } from 'node:crypto'
import { currentLanguage } from '#domain/language.ts'
import type { PageView } from '#domain/pages/page-view.ts'
import type { Documents, RenderedPage, RenderSettings } from '#domain/pages/renderer.ts'
import { ensureBundle } from './bundle.ts'
import { createPageRenderer, type PageRenderer } from './page-renderer.ts'
import { toFault } from './outcome.ts'
import { listLiveDocuments, type Outcome } from './outcome.ts'
import { ReleaseStore } from './releases/release-store.ts'
import { createRelease, type Release } from './releases/release.ts'
import { hashContent, type PreviousRelease, type RenderedRelease, renderRelease } from './render.ts'
import { listStalePages, type StalePage } from './stale-pages.ts'

/** Calls of `publish` and `reload` must not overlap. */
export type Publisher = {
  current: () => Release | undefined
  /** Reads only the documents in `changed`, if given. Never rejects; a failure changes nothing. */
  publish: (changed?: ReadonlySet<string>) => Promise<Outcome>
  readStale: () => readonly StalePage[]
  /** Serves the current release on disk, if this version of the code made it. Rejects with the file system's error. */
  reload: () => Promise<void>
  /** `token` may read drafts. Rejects with ContentError or PagesError. */
  renderDraft: (path: string, token: string, view?: PageView) => Promise<RenderedPage>
  renderPage: PageRenderer
  /** The bytes of `/images/…`; undefined if unknown. Rejects with ContentError if the content cannot be read. */
  renderImage: (path: string) => Promise<Buffer<ArrayBuffer> | undefined>
} & Disposable

type Options = {
  checkout: string
  folder: string
  settings: RenderSettings
  log: (line: string) => void
  signal?: AbortSignal
}

/** Builds the bundle if needed; serves the last release if this version of the code made it. Throws OperatorError. */
export async function openPublisher(options: Options): Promise<Publisher> {
  const { checkout, folder, settings, log, signal } = options
  const built = await ensureBundle(checkout, log, signal)
  const { assets, compressed } = built
  const bundle = await built.load()
  // Pages contain the site's address.
  const version = hashVersion(`${built.version} ${settings.siteUrl}`)
  const store = new ReleaseStore(folder, log)
  const stopping = new AbortController()
  let stale = await store.readStale()
  let newest: PreviousRelease | undefined
  /** The documents of the newest render by id; undefined if unknown. */
  let documents: Documents | undefined
  let served: Release | undefined
  let renderPage: PageRenderer = () => Promise.reject(new Error('There is no release yet'))
  await loadLastRelease()

  async function loadLastRelease(): Promise<void> {
    const all = await store.open()
    const own = all.filter((one) => one.version === version)
    newest = own[0] ?? all[0]
    const current = await store.readCurrent()
    const found = own.find(({ id }) => id === current?.release) ?? own[0]
    if (!found) return
    if (found.id !== current?.release)
      await store.setCurrent({ release: found.id, content: hashContent(found.pages) })
    serve(found.id, found)
  }

  function serve(id: string, made: PreviousRelease): void {
    served = createRelease(id, made, { previous: served, compressed })
    renderPage = createPageRenderer(bundle, settings, served)
  }

  async function reload(): Promise<void> {
    const current = await store.readCurrent()
    if (!current || current.release === served?.id) return
    const stored = await store.find(current.release)
    if (stored?.version !== version) {
      log(`The release ${current.release} is not served: this version of the code did not make it.`)
      return
    }
    const found = await store.read(stored.id)
    if (found) serve(found.id, found)
  }

  /** Makes no release if the newest one has the same content, even if it was rolled back. */
  async function renderAndStore(known?: Documents): Promise<RenderedRelease> {
    const rendered = await renderRelease(bundle, settings, assets, {
      version,
      previous: newest,
      known,
      signal: stopping.signal,
    })
    newest = rendered
    documents = rendered.known
    await saveStalePages(listStalePages(rendered.faulty, stale, new Date()))
    const content = hashContent(rendered.pages)
    const current = await store.readCurrent()
    if (current?.content === content && (await isOfThisVersion(current.release))) {
      // Another process may have made it in the same folder.
      await reload()
      return rendered
    }
    const { id } = await store.write(rendered, { version, now: new Date() })
    await store.setCurrent({ release: id, content })
    serve(id, rendered)
    return rendered
  }

  async function isOfThisVersion(id: string): Promise<boolean> {
    return id === served?.id || (await store.find(id))?.version === version
  }

  /** If this fails, only `since` of stale pages is lost. */
  async function saveStalePages(found: StalePage[]): Promise<void> {
    const isSame = JSON.stringify(found) === JSON.stringify(stale)
    stale = found
    if (isSame) return
    await store
      .writeStale(found)
      .catch((error: Error) => log(`The list of stale pages could not be saved: ${error.message}`))
  }

  async function publish(changed?: ReadonlySet<string>): Promise<Outcome> {
    const startedAt = performance.now()
    const before = served
    const known = changed && documents && new Map([...documents].filter(([id]) => !changed.has(id)))
    // Unknown until the render is over.
    documents = undefined
    try {
      const rendered = await renderAndStore(known)
      const { renderedPages } = rendered
      const milliseconds = Math.round(performance.now() - startedAt)
      const liveDocuments = listLiveDocuments(rendered)
      if (!served || served === before) return { state: 'unchanged', stale, liveDocuments }
      await store.deleteOldest()
      return { state: 'live', release: served.id, renderedPages, milliseconds, stale, liveDocuments }
    } catch (error) {
      return { state: 'failed', error: toFault(error) }
    }
  }

  return {
    current: () => served,
    publish,
    readStale: () => stale,
    reload,
    renderDraft: async (path, token, view) => {
      const content = { ...settings.content, token, perspective: 'drafts' } as const
      const renderer = bundle.createRenderer({ ...settings, content })
      return renderer.render(path, currentLanguage(), view).catch((error: unknown) => {
        throw toFault(error)
      })
    },
    renderPage: (path, view) => renderPage(path, view),
    renderImage: async (path) => {
      const { status, body } = await bundle.createRenderer(settings).render(path, 'en')
      return status === 200 ? Buffer.from(body) : undefined
    },
    // Aborting is safe: a partial write is never taken for a release.
    [Symbol.dispose]: () => stopping.abort(),
  }
}

function hashVersion(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
