import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../log.ts'
import { connect } from './connect.ts'

type Options = {
  url: string
  channel: string
  /** Who follows, as it stands in pg_stat_activity and in the log. */
  name: string
  logger: Logger
  /**
   * Called with each notification's payload, and with nothing for each new connection: what came while nobody listened
   * is not told.
   */
  onNotify: (payload?: string) => void
}

const longestPause = 1_000

/**
 * Follows a channel of the database until it is disposed of, on a connection of its own. postgres.js has a `listen` as
 * well, which gives up for good when its first attempt to reconnect fails (3.4.9), as it does whenever the database is
 * away for longer than a moment.
 */
export function followChannel({ url, channel, name, logger, onNotify }: Options): AsyncDisposable {
  const stopping = new AbortController()

  async function follow(): Promise<void> {
    for (let pause = 100; !stopping.signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
      const client = connect(url, {
        max: 1,
        max_lifetime: null,
        idle_timeout: 0,
        connect_timeout: 2,
        keep_alive: 5,
        fetch_types: false,
        connection: { application_name: `founderlist ${name}` },
        onclose: () => lose(),
        onnotify: (_channel, payload) => onNotify(payload),
      })
      const abandon = () => lose()
      stopping.signal.addEventListener('abort', abandon)
      try {
        await client.unsafe(`listen ${channel}`)
        pause = 100
        onNotify()
        await lost
      } catch (error) {
        logger.warn({ error }, `nobody tells the ${name} of changes just now`)
      }
      stopping.signal.removeEventListener('abort', abandon)
      await client.end({ timeout: 0 })
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const following = follow()
  return {
    [Symbol.asyncDispose]: async () => {
      stopping.abort()
      await following
    },
  }
}
