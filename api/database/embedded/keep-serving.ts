import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { claimServer, type Claim } from './claim.ts'
import { reasonOf } from './errors.ts'
import type { Place } from './place.ts'
import { isServedFrom, stopServer } from './postmaster.ts'

const longestPause = 10_000
const steadyAfter = 60_000

/** Restarts the server in the same socket folder whenever this process loses it. */
export function keepServing(place: Place, first: Claim): { stop(): Promise<void> } {
  const { socketFolder } = first
  const stopping = new AbortController()
  const { signal } = stopping
  let claim: Claim | undefined = first
  let pause = 0
  let stopped: Promise<void> | undefined
  const watching = watch()

  async function watch(): Promise<void> {
    while (claim !== undefined && !signal.aborted) {
      const since = Date.now()
      await claim.lost
      if (signal.aborted) return
      place.log('PostgreSQL went away; starting it again')
      if (Date.now() - since > steadyAfter) pause = 0
      const { sql } = claim
      claim = undefined
      await sql.end({ timeout: 0 })
      claim = await reclaim()
      if (claim !== undefined) place.log('PostgreSQL is back')
    }
  }

  async function reclaim(): Promise<Claim | undefined> {
    while (!signal.aborted) {
      await sleep(pause, undefined, { signal }).catch(() => {})
      pause = Math.min(2 * pause + 100, longestPause)
      try {
        const next = await claimServer(place, socketFolder, signal)
        if (next.socketFolder === socketFolder) return next
        // A process that was killed meanwhile left it. Our URL does not lead there.
        await stopServer(place.folder, next.pid)
        await next.sql.end({ timeout: 0 })
      } catch (error) {
        if (!signal.aborted) place.log(reasonOf(error))
      }
    }
    return undefined
  }

  async function stop(): Promise<void> {
    stopping.abort()
    if (claim === undefined) await watching
    if (claim !== undefined) {
      await stopServer(place.folder, claim.pid)
      await claim.sql.end({ timeout: 0 })
    }
    // Another process may own the server by now.
    if (!(await isServedFrom(place.folder, socketFolder)))
      await rm(socketFolder, { recursive: true, force: true })
  }

  return { stop: () => (stopped ??= stop()) }
}
