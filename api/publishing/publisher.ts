import { createHash } from 'node:crypto'
import type { DraftAccess } from '#domain/content/content-settings.ts'
import { currentLanguage } from '#domain/language.ts'
import type { PageView } from '#domain/pages/page-view.ts'
import type { Documents, RenderSettings } from '#domain/pages/renderer.ts'
import type { Logger } from '../runtime/log.ts'
import { ensureBundle } from './bundle.ts'
import { writeServerFiles } from './host/server-files.ts'
import { type Outcome, toFault } from './outcome.ts'
import { createPageRenderer, type RenderPage } from './page-renderer.ts'
import { claimFolder, emptyUnclaimed, listFolders } from './releases/release-folders.ts'
import { ReleaseStore } from './releases/release-store.ts'
import { createEarlierAsset, createRelease, listChangedParts, type Release } from './releases/release.ts'
import { type PreviousRelease, type RenderedRelease, renderRelease } from './render.ts'
import { listStalePages, type StalePage } from './stale-pages.ts'

/** Calls of `publish` and `followRollback` must not overlap. */
export type Publisher = Awaited<ReturnType<typeof openPublisher>>

type Options = {
  checkout: string
  /** Of the releases; another process may have it (`claimFolder`). */
  folder: string
  settings: RenderSettings
  log: (line: string) => void
  logger: Pick<Logger, 'error'>
  /** Whether a cache in front may keep the pages. */
  isShared?: boolean
  /** Gets the parts of the content in which a newly served release differs from the one before. */
  onChange?: (parts: string[]) => void
  signal?: AbortSignal | undefined
}

/**
 * Claims a folder, builds the bundle if needed, and serves the last release if this version of the code made it. Throws
 * OperatorError.
 */
export async function openPublisher(options: Options) {
  const { checkout, settings, log, logger, isShared, onChange, signal } = options
  using opened = new DisposableStack()
  const { folder } = opened.use(await claimFolder(options.folder))
  const built = await ensureBundle(checkout, log, signal)
  const { assets } = built
  const bundle = await built.load()
  const version = toReleaseVersion(built.version, settings.siteUrl)
  const store = new ReleaseStore(folder, log)
  const stopping = new AbortController()
  await takeOver().catch((error: Error) =>
    log(`The releases of other processes cannot be taken over: ${error.message}`),
  )
  let stale = await store.readStale()
  let newest: (PreviousRelease & { id: string }) | undefined
  /** The documents of the newest render by id; undefined if unknown. */
  let documents: Documents | undefined
  let served: Release | undefined
  let renderPage: RenderPage = () => Promise.reject(new Error('There is no release yet'))
  await loadLastRelease()

  async function takeOver(): Promise<void> {
    const others = (await listFolders(folder)).filter((other) => other !== folder)
    await store.adopt(others)
    await emptyUnclaimed(others)
  }

  async function loadLastRelease(): Promise<void> {
    const all = await store.open()
    const own = all.filter((one) => one.version === version)
    newest = own[0] ?? all[0]
    const current = await store.readCurrent()
    const found = own.find(({ id }) => id === current) ?? own[0]
    if (!found) return
    if (found.id !== current) await store.setCurrent(found.id)
    serve(found.id, found)
  }

  function serve(id: string, made: PreviousRelease): void {
    const before = served
    served = createRelease(id, made, { previous: served, isShared: isShared ?? false })
    renderPage = createPageRenderer(bundle, settings, served, logger)
    if (before) onChange?.(listChangedParts(before, served))
  }

  /** Serves the release that the command `releases` has chosen. Rejects with the file system's error. */
  async function followRollback(): Promise<void> {
    const current = await store.readCurrent()
    if (current === undefined || current === served?.id) return
    const found = await store.read(current)
    if (found?.version === version) serve(current, found)
    else {
      log(`The release ${current} is not served: this version of the code did not make it.`)
      if (served) await store.setCurrent(served.id)
    }
  }

  /** Makes no release if the newest one has the same content, even if it was rolled back. */
  async function renderAndStore(known?: Documents): Promise<RenderedRelease> {
    const rendered = await renderRelease(bundle, settings, assets, {
      version,
      previous: newest,
      known,
      signal: stopping.signal,
    })
    documents = rendered.known
    await saveStalePages(listStalePages(rendered.faulty, stale, new Date()))
    if (served && rendered.renderedPages === 0) return rendered
    const serverFiles = writeServerFiles(rendered, { overTls: settings.siteUrl.startsWith('https:') })
    const made = { ...rendered, files: new Map([...rendered.files, ...serverFiles]) }
    const { id } = await store.write(made, { version, now: new Date() })
    await store.setCurrent(id)
    newest = { id, ...made }
    serve(id, made)
    return rendered
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

  /** Reads only the documents in `changed`, if given. Never rejects; a failure changes nothing. */
  async function publish(changed?: ReadonlySet<string>): Promise<Outcome> {
    const startedAt = performance.now()
    const before = served
    const known = changed && documents && new Map([...documents].filter(([id]) => !changed.has(id)))
    // Unknown until the render is over.
    documents = undefined
    try {
      const { renderedPages } = await renderAndStore(known)
      const milliseconds = Math.round(performance.now() - startedAt)
      if (!served || served === before) return { state: 'unchanged', stale }
      await store.deleteOldest()
      return { state: 'live', release: served.id, renderedPages, milliseconds, stale }
    } catch (error) {
      return { state: 'failed', error: toFault(error) }
    }
  }

  // Aborting is safe: a partial write is never taken for a release.
  opened.defer(() => stopping.abort())
  const toClose = opened.move()
  return {
    /** Of the releases of this process. */
    folder,
    current: () => served,
    /** Throws before the first release. */
    read: () => {
      if (!served) throw new Error('There is no release yet')
      return served
    },
    publish,
    /** Pages whose newest content cannot be rendered: visitors get an earlier version. */
    readStale: (): readonly StalePage[] => stale,
    /** Whether an earlier release than the newest one is served. */
    isRolledBack: () => served?.id !== newest?.id,
    followRollback,
    findEarlierAsset: async (path: string) => {
      const body = await store.findAsset(path)
      return body && createEarlierAsset(path, body)
    },
    /** Rejects with ContentError or PagesError. */
    renderDraft: async (path: string, access: DraftAccess, view?: PageView) => {
      const content = { ...settings.content, ...access }
      const renderer = bundle.createRenderer({ ...settings, content })
      return renderer.render(path, currentLanguage(), view).catch((error: unknown) => {
        throw toFault(error)
      })
    },
    renderPage: (...page: Parameters<RenderPage>) => renderPage(...page),
    /** The bytes of `/images/…`; undefined if unknown. Rejects with ContentError if the content cannot be read. */
    renderImage: async (path: string) => {
      const { status, body } = await bundle.createRenderer(settings).render(path, 'en')
      return status === 200 ? Buffer.from(body) : undefined
    },
    [Symbol.dispose]: () => toClose.dispose(),
  }
}

/** Pages contain the site's address. */
export function toReleaseVersion(bundleVersion: string, siteUrl: string): string {
  return createHash('sha256').update(`${bundleVersion} ${siteUrl}`).digest('hex').slice(0, 16)
}
