import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/open.ts'
import { percentile } from './load.ts'

const rounds = 150
/** Milliseconds between a change by SQL and the request: a process hears of it meanwhile. */
const pause = 25

export type FirstAnswers = { p50: number; p99: number; stale: number }

/**
 * How long the first answer after a change takes, in milliseconds, for several servers in turns: before each request
 * a listing's description is changed by SQL. The peers do not compress; what begins with `ours` is measured without and,
 * as `oursBrotli`, with compression. `stale` counts answers without the change.
 */
export async function measureFirstAnswers(
  sql: Database,
  { id, path, bases }: { id: string; path: string; bases: Record<string, string> },
): Promise<Record<string, FirstAnswers>> {
  const times: Record<string, number[]> = {}
  const stale: Record<string, number> = {}
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, base] of Object.entries(bases)) {
      const description = `changed for ${name}, ${round}. ${'Some forty letters of ordinary writing. '.repeat(8)}`
      await sql`update listings set description = ${description} where id = ${id}`
      await sleep(pause)
      const startedAt = performance.now()
      const answer = await (
        await fetch(base + path, {
          headers: { 'Accept-Encoding': name === 'oursBrotli' ? 'br' : 'identity' },
        })
      ).text()
      ;(times[name] ??= []).push(performance.now() - startedAt)
      if (!answer.includes(`changed for ${name}, ${round}.`)) stale[name] = (stale[name] ?? 0) + 1
    }
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, all]) => [
      name,
      { p50: percentile(all, 0.5), p99: percentile(all, 0.99), stale: stale[name] ?? 0 },
    ]),
  )
}
