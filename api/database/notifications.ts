import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../runtime/log.ts'
import { connectOnce } from './open.ts'
import { openTimeoutSocket } from './timeout-socket.ts'

/**
 * Postgres NOTIFY channels. The triggers that send to them, and their payloads, are in the migrations; `echo` is for
 * `watchEcho`.
 */
const channels = ['listings_changed', 'events_changed', 'content_changed', 'lessons_changed', 'echo'] as const
type Channel = (typeof channels)[number]

export type Subscriber = {
  /**
   * Called with the payload of each notification. Called without a payload after each connect, and at once if connected
   * already: notifications that were sent before are lost.
   */
  onNotify: (payload?: string) => void
  /** Called when the connection is lost: no notifications arrive until the next connect. */
  onLost?: () => void
}

export type Notifications = { subscribe: (channel: Channel, follower: Subscriber) => void } & AsyncDisposable

type Options = {
  url: string
  logger: Logger
  /** Milliseconds before another attempt to connect: at first, doubling up to the second. */
  retryDelays?: readonly [first: number, longest: number]
}

/** Milliseconds between heartbeat statements, and the timeout after which a silent connection is closed. */
const [heartbeat, answerTimeout] = [1_000, 2_000]

/**
 * Listens to all channels on one connection, and reconnects, until disposed. Not with `listen` of postgres.js (3.4.9):
 * it gives up for good if its first attempt to reconnect fails, as it does if the database is away for more than a
 * moment.
 */
export function openNotifications({ url, logger, retryDelays = [100, 1_000] }: Options): Notifications {
  const stopping = new AbortController()
  const { signal } = stopping
  const subscribers = new Map(channels.map((channel) => [channel as string, new Set<Subscriber>()]))
  const all = () => [...subscribers.values()].flatMap((some) => [...some])
  let isConnected = false
  let hangUp = () => {}

  async function listen(): Promise<void> {
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
    await using client = connectOnce(url, {
      connect_timeout: 2,
      keep_alive: 5,
      connection: { application_name: 'founderlist notifications' },
      socket: (address) => openTimeoutSocket(address, answerTimeout),
      onclose: () => lose(),
      onnotify: (channel, payload) => {
        // Until then the call without a payload, which follows, covers it.
        if (!isConnected) return
        for (const { onNotify } of subscribers.get(channel) ?? []) onNotify(payload)
      },
    })
    // Not an abort listener, which each attempt would leave behind with its client: 40 KB.
    hangUp = lose
    await client.sql.unsafe(channels.map((channel) => `listen ${channel}`).join('; '))
    isConnected = true
    for (const { onNotify } of all()) onNotify()
    const beating = setInterval(() => void client.sql`select 1`.catch(() => lose()), heartbeat)
    await lost
    clearInterval(beating)
    isConnected = false
    for (const { onLost } of all()) onLost?.()
  }

  async function listenOn(): Promise<void> {
    const [first, longest] = retryDelays
    for (let pause = first; !signal.aborted; pause = Math.min(pause * 2, longest)) {
      try {
        await listen()
        pause = first
      } catch (error) {
        logger.warn({ error }, 'could not listen for database changes; retrying')
      }
      await sleep(pause, undefined, { signal }).catch(() => {})
    }
  }

  const listening = listenOn()
  return {
    subscribe: (channel, follower) => {
      subscribers.get(channel)?.add(follower)
      if (isConnected) follower.onNotify()
    },
    [Symbol.asyncDispose]: async () => {
      stopping.abort()
      hangUp()
      await listening
    },
  }
}

/** Ids of the rows that a statement changed, and slugs of the places that they are or were in. */
type RowChange = { ids: string[]; places: Array<{ category: string; subcategory: string }> }

/** Parses a payload. Undefined: any row of the table may have changed. */
export function parseRowChange(payload: string | undefined): RowChange | undefined {
  if (!payload) return undefined
  const { ids, categories } = JSON.parse(payload) as { ids: string[]; categories: string[] }
  // Categories without a subcategory are for earlier versions.
  const places = categories.flatMap((slugs) => {
    const [category = '', subcategory] = slugs.split('/')
    return subcategory === undefined ? [] : [{ category, subcategory }]
  })
  return { ids, places }
}
