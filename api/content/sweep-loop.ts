import type { SanityClient } from '@sanity/client'
import type { Database } from '../database/open.ts'
import { deleteExpiredRequests } from '../moderation/limit-queries.ts'
import type { Logger } from '../runtime/log.ts'
import { recordsCompared } from '../runtime/observe.ts'
import type { Problems } from '../runtime/problems.ts'
import { repeat } from '../runtime/repeat.ts'
import { deleteExpiredContentChanges } from './change-queries.ts'
import { sweepEvents } from './sweep-events.ts'

type Options = {
  sql: Database
  /** The database's URL. */
  url: string
  client: SanityClient
  logger: Logger
  problems: Pick<Problems, 'report' | 'resolve'>
  /** Rejects if the content is lost or of another source. */
  assertSource: () => Promise<void>
  publish: () => Promise<unknown>
  /** In milliseconds. */
  interval?: number
}

/** Applies changes of lost webhooks and deletes old rows, now and every five minutes. Jobs fail independently. */
export function startSweepLoop(options: Options): Disposable {
  const { sql, url, client, logger, problems, assertSource, publish, interval = 5 * 60_000 } = options
  /** Each fault is logged once, not every five minutes. */
  let logged = new Set<string>()

  async function sweep(signal: AbortSignal): Promise<void> {
    async function attempt(failure: string, job: () => Promise<unknown>): Promise<boolean> {
      if (signal.aborted) return false
      try {
        await job()
        return true
      } catch (error) {
        if (!signal.aborted) logger.warn({ error }, failure)
        return false
      }
    }

    const isOwn = await attempt('the content cannot be used just now', assertSource)
    if (isOwn)
      await attempt('the calendar could not be compared with the content just now', () =>
        repairCalendar(signal),
      )
    await attempt('old changes of the content could not be deleted just now', () =>
      deleteExpiredContentChanges(sql),
    )
    await attempt('requests that no longer count for a rate limit could not be deleted just now', () =>
      deleteExpiredRequests(sql),
    )
    if (isOwn) await attempt('the pages could not be compared with the content just now', publish)
  }

  async function repairCalendar(signal: AbortSignal): Promise<void> {
    const swept = await sweepEvents({ sql, url }, client, { signal })
    if (!swept) return
    recordsCompared.publish({})
    const { published, written, removed, withheld, faults } = swept
    if (withheld === undefined) problems.resolve('sweep')
    else problems.report('sweep', withheld)
    if (written + removed > 0) logger.info({ published, written, removed }, 'the sweep repaired the calendar')
    for (const { documentId: document, reason } of faults) {
      if (!logged.has(`${document} ${reason}`))
        logger.error({ document, reason }, 'an event or venue cannot be shown')
    }
    logged = new Set(faults.map(({ documentId, reason }) => `${documentId} ${reason}`))
  }

  return repeat(sweep, { interval })
}
