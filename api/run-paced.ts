import { setTimeout as sleep } from 'node:timers/promises'

type Pace = {
  /** Milliseconds between two runs, at least and at most. */
  shortestPause: number
  longestPause: number
  /** Ends a pause: the call runs at once. */
  signal: AbortSignal
}

/**
 * Makes a function that throttles `run`: after each run it pauses for three times as long as the run took, so that a burst
 * of calls leaves most of the processor to others. Call it again only once it has resolved.
 */
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
