import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../database/connect.ts'
import type { Database } from '../database/open.ts'
import type { Logger } from '../log.ts'
import { eventsChannel, listEvents } from '../queries/events.ts'
import { createSnapshot, type Snapshot } from './snapshot.ts'

/** The events in memory, made anew once for each change of the table, by whichever process it was. */
export type Calendar = { read: () => Promise<Snapshot> } & AsyncDisposable

type Options = { sql: Database; url: string; logger: Logger }

const longestPause = 1_000

/**
 * Keeps the calendar until it is disposed of. While the database is away the last snapshot is served on; `read`
 * rejects with the database's error only where there has never been one.
 */
export function keepCalendar({ sql, url, logger }: Options): Calendar {
  let snapshot: Snapshot | undefined
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
    snapshot = await createSnapshot(await listEvents(sql))
    return snapshot
  }

  /** Until it succeeds: a change that could not be read is told only once. */
  async function refreshUntilRead(): Promise<void> {
    isStale = true
    if (isRefreshing) return
    isRefreshing = true
    while (isStale && !stopping.signal.aborted) {
      await refresh().catch(async (error: unknown) => {
        isStale = true
        logger.warn({ error }, 'the calendar could not be read')
        await sleep(longestPause, undefined, { signal: stopping.signal }).catch(() => {})
      })
    }
    isRefreshing = false
  }

  /**
   * Listens on a connection of its own. postgres.js has a `listen` as well, which gives up for good when its first
   * attempt to reconnect fails (3.4.9), as it does whenever the database is away for longer than a moment. Each new
   * connection reads the table: what changed while nobody listened is not told.
   */
  async function listen(): Promise<void> {
    for (let pause = 100; !stopping.signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
      const client = connect(url, {
        max: 1,
        max_lifetime: null,
        idle_timeout: 0,
        connect_timeout: 2,
        keep_alive: 5,
        fetch_types: false,
        connection: { application_name: 'founderlist calendar' },
        onclose: () => lose(),
        onnotify: () => void refreshUntilRead(),
      })
      const abandon = () => lose()
      stopping.signal.addEventListener('abort', abandon)
      try {
        await client.unsafe(`listen ${eventsChannel}`)
        pause = 100
        void refreshUntilRead()
        await lost
      } catch (error) {
        logger.warn({ error }, 'nobody tells of changed events just now')
      }
      stopping.signal.removeEventListener('abort', abandon)
      await client.end({ timeout: 0 })
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const listening = listen()
  return {
    read: async () => snapshot ?? refresh(),
    [Symbol.asyncDispose]: async () => {
      stopping.abort()
      // A read that is under way ends with the pool, whose own end may cut it.
      await listening
    },
  }
}
