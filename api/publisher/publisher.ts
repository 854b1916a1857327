import { currentLanguage } from '#domain/language.ts'
import type { PageView } from '#domain/page-view.ts'
import { ensureBundle, type RenderedPath, type Renderer, type RenderSettings } from './bundle.ts'
import { runCoalesced } from '../run-coalesced.ts'
import type { ContentFault, DeployFault, PagesError } from './faults.ts'
import { keepWorker } from './keep-worker.ts'
import { applyChange, type Release } from './release.ts'
import type { StalePage } from './stale-pages.ts'
import type { Done } from './worker.ts'

/**
 * What became of a publish. `milliseconds` counts from its beginning; `renderedPages` are those that had changed. One
 * that was handed over is the host's that builds the site; `isNew` where it was not told of this content before.
 */
export type Outcome =
  | ({ state: 'live'; release: string; renderedPages: number; milliseconds: number } & Pages)
  | ({ state: 'unchanged' } & Pages)
  | { state: 'handed over'; isNew: boolean }
  | { state: 'failed'; error: ContentFault | PagesError | DeployFault }

/** `shown` are the documents that a page shows as they are now, by their ids. */
type Pages = { stale: readonly StalePage[]; shown: readonly string[] }

export type Publisher = {
  /** The release that is served; undefined before the first. */
  current: () => Release | undefined
  /**
   * Brings the pages to the content as it is now, or later. At most one publish is in flight and one queued, which all
   * calls made meanwhile share. Pages that cannot be rendered stay as they were, and are stale. Never rejects; a
   * failure leaves everything as it was.
   */
  publish: () => Promise<Outcome>
  /** Stale pages: the newest content cannot be rendered, so visitors get the earlier version. */
  readStale: () => readonly StalePage[]
  /** Serves the release that is current on disk, after a rollback. Rejects with PagesError. */
  reload: () => Promise<void>
  /**
   * A page in the language of the request, or an image of the content, as it will be, drafts included; `token` may
   * see them. Nothing that is published changes by it. Rejects with ContentFault or PagesError.
   */
  preview: (path: string, token: string, view?: PageView) => Promise<RenderedPath>
  /** Draws a page with its record, in the language of the request. Rejects with ContentFault or PagesError. */
  draw: (path: string, view: PageView) => Promise<string>
  /** The process that renders now, if there is one. */
  readWorkerPid: () => number | undefined
} & AsyncDisposable

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
export async function openPublisher({ log, signal, ...rest }: Options): Promise<Publisher> {
  let release: Release | undefined
  let stale: readonly StalePage[] = []
  const take = (done: Done) => {
    if (done.change) {
      release = applyChange(done.change, release)
      renderer = undefined
    }
    stale = done.stale
  }
  const open = { task: 'open', ...rest } as const
  let renderer: Renderer | undefined
  const worker = keepWorker(open, { log, reopened: take })
  const close = () => void worker[Symbol.asyncDispose]()
  signal?.addEventListener('abort', close)
  take(await worker.ask(open))
  signal?.removeEventListener('abort', close)

  const bundle = await (await ensureBundle(rest.checkout, log)).load()

  async function run(): Promise<Outcome> {
    const startedAt = performance.now()
    try {
      const done = await worker.ask({ task: 'publish' })
      take(done)
      const { change, renderedPages, shown } = done
      if (!change) return { state: 'unchanged', stale, shown }
      const milliseconds = Math.round(performance.now() - startedAt)
      return { state: 'live', release: change.id, renderedPages, milliseconds, stale, shown }
    } catch (error) {
      return { state: 'failed', error: error as ContentFault | PagesError }
    }
  }

  return {
    current: () => release,
    publish: runCoalesced(run),
    readStale: () => stale,
    reload: async () => take(await worker.ask({ task: 'load' })),
    preview: async (path, token, view) => {
      const { preview } = await worker.ask({
        task: 'preview',
        path,
        language: currentLanguage(),
        token,
        view,
      })
      if (!preview) throw new Error('The worker answered another task')
      return preview
    },
    draw: async (path, view) => {
      renderer ??= bundle.createRenderer(rest.settings)
      const { body } = await renderer.render(path, currentLanguage(), view)
      return new TextDecoder().decode(body)
    },
    readWorkerPid: worker.readPid,
    [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose](),
  }
}
