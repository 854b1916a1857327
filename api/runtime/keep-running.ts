import { setTimeout as sleep } from 'node:timers/promises'
import { errorReason } from './operator.ts'

export type Service = {
  /** Resolves with the reason when the service has ended or this process has lost its connection to it. */
  lost: Promise<string>
  stop: () => Promise<void>
}

type Options<Started> = {
  name: string
  /** Throws when `signal` is aborted. */
  start: (signal: AbortSignal) => Promise<Started>
  log: (line: string) => void
}

/** Backoff in milliseconds: from 0 to `maxPause`, and 0 again after the service has run for `resetAfter`. */
const maxPause = 10_000
const resetAfter = 60_000

/** Restarts a service whenever it is lost, until `stop`. */
export function keepRunning<Started extends Service>(first: Started, { name, start, log }: Options<Started>) {
  const stopping = new AbortController()
  const { signal } = stopping
  let current: Started | undefined = first
  let pause = 0
  let stopped: Promise<void> | undefined
  const watching = watch()

  async function watch(): Promise<void> {
    while (current && !signal.aborted) {
      const since = performance.now()
      const reason = await current.lost
      if (signal.aborted) return
      log(`${name} ended (${reason}): starting it again.`)
      if (performance.now() - since > resetAfter) pause = 0
      current = undefined
      current = await restart()
      if (current && !signal.aborted) log(`${name} is back.`)
    }
  }

  async function restart(): Promise<Started | undefined> {
    while (!signal.aborted) {
      try {
        await sleep(pause, undefined, { signal })
        pause = Math.min(2 * pause + 100, maxPause)
        return await start(signal)
      } catch (error) {
        if (!signal.aborted) log(errorReason(error))
      }
    }
    return undefined
  }

  async function stop(): Promise<void> {
    stopping.abort()
    if (!current) await watching
    await current?.stop()
  }

  return { read: () => current, stop: () => (stopped ??= stop()) }
}
