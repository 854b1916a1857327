import { setTimeout as sleep } from 'node:timers/promises'
import { followChannel } from '../database/follow-channel.ts'
import type { Database } from '../database/open.ts'
import type { Logger } from '../log.ts'
import { eventsChannel, listEvents } from '../queries/events.ts'
import { listSyncedEvents, type SyncedRevision } from '../queries/synced-events.ts'
import { runPaced } from '../run-paced.ts'
import { createSnapshot, type Snapshot } from './snapshot.ts'

/** The events in memory, read again after changes of the table by any process. */
export type Calendar = {
  read: () => Promise<Snapshot>
  /** Calls back with the events of the content that are served, now if they are known and after each change. */
  follow: (listener: SyncedListener) => void
} & AsyncDisposable

type SyncedListener = (events: readonly SyncedRevision[]) => void

type Options = { sql: Database; url: string; logger: Logger }

/** Before a read that failed is repeated, in milliseconds. */
const retryPause = 1_000
/** Between two reads, in milliseconds: thousands of changes in a burst share a few. */
const [shortestPause, longestPause] = [250, 2_000]

/**
 * Keeps the calendar until it is disposed of. While the database is away the last snapshot is served on; `read`
 * rejects with the database's error only where there has never been one.
 */
export function keepCalendar({ sql, url, logger }: Options): Calendar {
  let snapshot: Snapshot | undefined
  let synced: readonly SyncedRevision[] | undefined
  const listeners: SyncedListener[] = []
  let making: Promise<Snapshot> | undefined
  let isStale = false
  let isRefreshing = false
  const stopping = new AbortController()

  /** One at a time: whoever asks meanwhile gets the same. */
  function refresh(): Promise<Snapshot> {
    making ??= make().finally(() => (making = undefined))
    return making
  }

  async function make(): Promise<Snapshot> {
    isStale = false
    // Asked for first: what is served then is of these revisions or later.
    const revisions = await listSyncedEvents(sql)
    snapshot = await createSnapshot(await listEvents(sql))
    synced = revisions
    for (const listener of listeners) listener(revisions)
    return snapshot
  }

  const readChanges = runPaced(refresh, { shortestPause, longestPause, signal: stopping.signal })

  /** Until it succeeds: a change that could not be read is told only once. */
  async function refreshUntilRead(): Promise<void> {
    isStale = true
    if (isRefreshing) return
    isRefreshing = true
    while (isStale && !stopping.signal.aborted) {
      await readChanges().catch(async (error: unknown) => {
        if (stopping.signal.aborted) return
        isStale = true
        logger.warn({ error }, 'the calendar could not be read')
        await sleep(retryPause, undefined, { signal: stopping.signal }).catch(() => {})
      })
    }
    isRefreshing = false
  }

  const following = followChannel({
    url,
    channel: eventsChannel,
    name: 'calendar',
    logger,
    onNotify: () => void refreshUntilRead(),
  })
  return {
    read: async () => snapshot ?? refresh(),
    follow: (listener) => {
      listeners.push(listener)
      if (synced) listener(synced)
    },
    [Symbol.asyncDispose]: async () => {
      stopping.abort()
      // A read that is under way ends with the pool, whose own end may cut it.
      await following[Symbol.asyncDispose]()
    },
  }
}
