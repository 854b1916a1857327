import type { Logger } from '../runtime/log.ts'
import type { Outcome } from './outcome.ts'
import type { StalePage } from './stale-pages.ts'

export function createOutcomeLog(logger: Logger): (outcome: Outcome) => void {
  let logged: readonly StalePage[] = []

  function logStale(stale: readonly StalePage[]): void {
    for (const { page, since, detail: reason } of stale) {
      const isKnown = logged.some((one) => one.page === page && one.detail === reason)
      if (!isKnown) logger.error({ page, since, reason }, 'a page is stale')
    }
    for (const { page } of logged) {
      const isStill = stale.some((one) => one.page === page)
      if (!isStill) logger.info({ page }, 'a stale page is up to date again')
    }
    logged = stale
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
