import type { SanityClient } from '@sanity/client'
import type { Database } from '../database/open.ts'
import type { Logger } from '../log.ts'
import { deleteAgedContentChanges } from '../queries/content-changes.ts'
import { sweepEvents } from './sweep-events.ts'

type Options = {
  sql: Database
  client: SanityClient
  logger: Logger
  /** Compares the pages with the content too: what was never told is found here. */
  publish: () => Promise<unknown>
}

const interval = 5 * 60_000

/** Sweeps at once and every five minutes, and heals what a webhook that was lost has missed. */
export function keepSweeping({ sql, client, logger, publish }: Options): Disposable {
  let isStopped = false
  let running = sweep()
  const timer = setInterval(() => (running = running.then(sweep)), interval)

  async function sweep(): Promise<void> {
    try {
      const swept = await sweepEvents(sql, client)
      if (swept && swept.written + swept.removed + swept.faults.length > 0) {
        logger.info(swept, 'the sweep mended the calendar')
      }
      await deleteAgedContentChanges(sql)
      await publish()
    } catch (error) {
      if (isStopped) return
      logger.warn({ error }, 'the calendar could not be compared with the content just now')
    }
  }

  return {
    // A sweep that is under way ends with the pool: it is one transaction.
    [Symbol.dispose]: () => {
      isStopped = true
      clearInterval(timer)
    },
  }
}
