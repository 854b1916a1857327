import pTimeout from 'p-timeout'
import type { Changes, Reading } from './changes.ts'
import type { Cacheable } from './sources.ts'

type Latest<Value> = Reading & { value: Value; startedAt: number }

/** Milliseconds that a reader waits for a newer value, and for which it then takes the stale one. */
const [patience, lateFor] = [250, 1_000]

/**
 * Keeps the last value of a slow query (stale-while-revalidate): one `query` runs at a time, and its result is kept
 * even if nobody waits for it any more. Readers get a current value or, if that takes too long, the last one with
 * `until` a second ahead. The first readers wait for as long as `query` takes.
 */
export function keepLatest<Value>(
  changes: Pick<Changes, 'count' | 'isCurrent'>,
  query: () => Promise<Cacheable<Value>>,
): () => Promise<Cacheable<Value>> {
  let latest: Latest<Value> | undefined
  let running: Promise<void> | undefined

  async function refresh(): Promise<void> {
    const [beganAt, startedAt] = [changes.count(), performance.now()]
    latest = { ...(await query()), beganAt, startedAt }
  }

  return async () => {
    const askedAt = performance.now()
    for (;;) {
      if (latest && (latest.startedAt >= askedAt || changes.isCurrent(latest))) return latest
      const milliseconds = askedAt + patience - performance.now()
      if (latest && milliseconds <= 0) return { ...latest, until: Date.now() + lateFor }
      running ??= refresh().finally(() => (running = undefined))
      await (latest ? pTimeout(running, { milliseconds, fallback: () => {} }) : running)
    }
  }
}
