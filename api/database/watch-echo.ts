import { randomUUID } from 'node:crypto'
import { OperatorError } from '../runtime/operator.ts'
import type { Problems } from '../runtime/problems.ts'
import { repeat } from '../runtime/repeat.ts'
import type { Notifications } from './notifications.ts'
import { type Database, poolerSentence } from './open.ts'

type Options = {
  sql: Database
  notifications: Pick<Notifications, 'subscribe'>
  problems: Pick<Problems, 'report' | 'resolve'>
  /** Milliseconds to wait for an echo. */
  patience?: number
  /** In milliseconds. */
  interval?: number
}

/**
 * Sends a notification through the pool and waits until it arrives, now and every minute: behind a pooler that shares
 * sessions it never does, and lists would stay as they were. Throws OperatorError the first time, then reports a problem.
 * While the database or the listening connection is away, nothing is known: other parts say so.
 */
export async function watchEcho({
  sql,
  notifications,
  problems,
  patience = 15_000,
  interval = 60_000,
}: Options): Promise<Disposable> {
  const own = randomUUID()
  let isConnected = false
  let settle: (isHeard?: boolean) => void = () => {}
  const send = () => sql`select pg_notify('echo', ${own})`.catch(() => settle())
  notifications.subscribe('echo', {
    onNotify: (payload) => {
      if (payload === own) settle(true)
      if (payload !== undefined) return
      isConnected = true
      void send()
    },
    onLost: () => {
      isConnected = false
      settle()
    },
  })

  /** Undefined: not known. */
  async function isEchoHeard(): Promise<boolean | undefined> {
    const { promise, resolve } = Promise.withResolvers<boolean | undefined>()
    settle = resolve
    if (isConnected) void send()
    // An echo that arrived while this process was busy is read before the immediate.
    const timer = setTimeout(() => setImmediate(() => resolve(isConnected ? false : undefined)), patience)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
    }
  }

  async function check(): Promise<void> {
    const isHeard = await isEchoHeard()
    if (isHeard === false) problems.report('notifications', poolerSentence)
    if (isHeard) problems.resolve('notifications')
  }

  if ((await isEchoHeard()) === false) throw new OperatorError(poolerSentence)
  const checking = repeat(check, { interval, waits: true })
  return {
    [Symbol.dispose]: () => {
      checking[Symbol.dispose]()
      settle()
    },
  }
}
