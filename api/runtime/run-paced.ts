import { setTimeout as sleep } from 'node:timers/promises'

/** Pauses in milliseconds. `signal` ends a pause. */
type Pace = { shortestPause: number; longestPause: number; signal: AbortSignal }

/** Throttle: pauses for three times each run's duration. Do not call it again before it has resolved. */
export function runPaced<Value>(
  run: () => Promise<Value>,
  { shortestPause, longestPause, signal }: Pace,
): () => Promise<Value> {
  let nextAt = 0
  return async () => {
    const wait = nextAt - performance.now()
    if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => {})
    const startedAt = performance.now()
    try {
      return await run()
    } finally {
      const endedAt = performance.now()
      nextAt = endedAt + Math.min(longestPause, Math.max(shortestPause, 3 * (endedAt - startedAt)))
    }
  }
}
