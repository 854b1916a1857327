import { type ContentError, isContentError } from '#domain/content/content-error.ts'
import type { Logger } from '../runtime/log.ts'
import { OperatorError } from '../runtime/operator.ts'
import type { StalePage } from './stale-pages.ts'

/**
 * `renderedPages`: number of pages rendered again. `isNew`: whether the hook was called, since the content was new.
 * `revisions`: those that the host was told of, by document id.
 */
export type Outcome =
  | {
      state: 'live'
      release: string
      renderedPages: number
      milliseconds: number
      stale: readonly StalePage[]
    }
  | { state: 'unchanged'; stale: readonly StalePage[] }
  | { state: 'handed over'; isNew: boolean; revisions: ReadonlyMap<string, string> }
  | { state: 'failed'; error: ContentError | PagesError | DeployFault }

export class PagesError extends OperatorError {
  override name = 'PagesError'
}

/** The message may be shown to an editor. */
export class DeployFault extends Error {
  override name = 'DeployFault'
}

/** For health, which everybody may read: other messages may quote content. */
export function describeFailure(error: Error): string {
  return error instanceof DeployFault ? error.message : 'The pages could not be updated: the log says why'
}

export function toFault(error: unknown): ContentError | PagesError {
  if (isContentError(error)) return error
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return new PagesError(`The pages could not be prepared:\n${words}`)
}

export function createOutcomeLog(logger: Logger): (outcome: Outcome) => void {
  /** The reasons by page. */
  let logged = new Map<string, string>()

  function logStale(stale: readonly StalePage[]): void {
    const before = logged
    logged = new Map(stale.map(({ page, detail }) => [page, detail]))
    for (const { page, since, detail: reason } of stale)
      if (before.get(page) !== reason) logger.error({ page, since, reason }, 'a page is stale')
    for (const page of before.keys())
      if (!logged.has(page)) logger.info({ page }, 'a stale page is up to date again')
  }

  return (outcome) => {
    if (outcome.state === 'live') {
      const { release, renderedPages, milliseconds } = outcome
      logger.info({ state: 'live', release, renderedPages, milliseconds }, 'the pages are live')
    }
    if ('stale' in outcome) logStale(outcome.stale)
    if (outcome.state === 'handed over' && outcome.isNew) logger.info('the host was asked to build the site')
    if (outcome.state === 'failed')
      logger.error({ reason: outcome.error.message }, 'the pages could not be updated')
  }
}
