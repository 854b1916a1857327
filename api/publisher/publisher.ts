import { currentLanguage } from '#domain/language.ts'
import type { RenderedPath, RenderSettings } from './bundle.ts'
import { runCoalesced } from '../run-coalesced.ts'
import type { ContentFault, DeployFault, PagesError } from './faults.ts'
import { keepWorker } from './keep-worker.ts'
import { applyChange, type Release } from './release.ts'
import type { Done } from './worker.ts'

/**
 * What became of a publish. `milliseconds` counts from its beginning; `renderedPages` are those that had changed. One
 * that was handed over is the host's that builds the site; `isNew` where it was not told of this content before.
 */
export type Outcome =
  | { state: 'live'; release: string; renderedPages: number; milliseconds: number }
  | { state: 'unchanged' }
  | { state: 'handed over'; isNew: boolean }
  | { state: 'failed'; error: ContentFault | PagesError | DeployFault }

export type Publisher = {
  /** The release that is served; undefined before the first. */
  current: () => Release | undefined
  /**
   * Brings the pages to the content as it is now, or later. While one publish runs at most one waits, which serves all
   * who asked meanwhile. Never rejects; a failure leaves everything as it was.
   */
  publish: () => Promise<Outcome>
  /** Serves the release that is current on disk, after a rollback. Rejects with PagesError. */
  reload: () => Promise<void>
  /**
   * A page in the language of the request, or an image of the content, as it will be, drafts included; `token` may
   * see them. Nothing that is published changes by it. Rejects with ContentFault or PagesError.
   */
  preview: (path: string, token: string) => Promise<RenderedPath>
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
  const take = ({ change }: Done) => {
    if (change) release = applyChange(change, release)
  }
  const open = { task: 'open', ...rest } as const
  const worker = keepWorker(open, { log, reopened: take })
  const close = () => void worker[Symbol.asyncDispose]()
  signal?.addEventListener('abort', close)
  take(await worker.ask(open))
  signal?.removeEventListener('abort', close)

  async function run(): Promise<Outcome> {
    const startedAt = performance.now()
    try {
      const done = await worker.ask({ task: 'publish' })
      take(done)
      if (!done.change) return { state: 'unchanged' }
      const milliseconds = Math.round(performance.now() - startedAt)
      return { state: 'live', release: done.change.id, renderedPages: done.renderedPages, milliseconds }
    } catch (error) {
      return { state: 'failed', error: error as ContentFault | PagesError }
    }
  }

  return {
    current: () => release,
    publish: runCoalesced(run),
    reload: async () => take(await worker.ask({ task: 'load' })),
    preview: async (path, token) => {
      const { preview } = await worker.ask({ task: 'preview', path, language: currentLanguage(), token })
      if (!preview) throw new Error('The worker answered another task')
      return preview
    },
    readWorkerPid: worker.readPid,
    [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose](),
  }
}
