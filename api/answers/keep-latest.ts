import pTimeout from 'p-timeout'
import type { Changes, Reading } from './changes.ts'
import type { Cacheable } from './sources.ts'

type Latest<Value> = Reading & { value: Value; run: number; restsUntil: number }

/** Milliseconds that a reader waits for a newer value, and for which it then takes the stale one. */
const [patience, lateFor] = [250, 1_000]
/** After a query that took longer than `patience`, the next one waits for this many times as long. */
const restFactor = 3

/**
 * Keeps the last value of a slow query (stale-while-revalidate): one `query` runs at a time, and its result is kept
 * even if nobody waits for it any more. Slow queries run for a quarter of the time at most. Readers get a current value
 * or, if that takes too long, the last one with `until` a second ahead. The first ones wait as long as `query` takes.
 */
export function keepLatest<Value>(
  changes: Pick<Changes, 'count' | 'isCurrent'>,
  query: () => Promise<Cacheable<Value>>,
): () => Promise<Cacheable<Value>> {
  let latest: Latest<Value> | undefined
  let running: Promise<void> | undefined
  let runs = 0

  async function refresh(): Promise<void> {
    const [beganAt, startedAt, run] = [changes.count(), performance.now(), ++runs]
    const read = await query()
    const endedAt = performance.now()
    const took = endedAt - startedAt
    latest = { ...read, beganAt, run, restsUntil: took > patience ? endedAt + restFactor * took : 0 }
  }

  return async () => {
    const [askedAt, earlierRuns] = [performance.now(), runs]
    for (;;) {
      if (latest && (latest.run > earlierRuns || changes.isCurrent(latest))) return latest
      const now = performance.now()
      const milliseconds = askedAt + patience - now
      if (latest && (milliseconds <= 0 || now < latest.restsUntil))
        return { ...latest, until: Date.now() + lateFor }
      running ??= refresh().finally(() => (running = undefined))
      await (latest ? pTimeout(running, { milliseconds, fallback: () => {} }) : running)
    }
  }
}
