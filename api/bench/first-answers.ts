import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/open.ts'
import { percentile } from './load.ts'

const rounds = 150
/** Milliseconds between a change by SQL and the request, so that the server has been notified of the change. */
const pause = 25

export type FirstAnswers = { p50: number; p99: number; stale: number }

/**
 * Measures the first answer after a change, in milliseconds, for several servers in turn: SQL changes a listing's
 * description before each request. Only `oursBrotli` is measured with compression. `stale` counts answers without the
 * change.
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
