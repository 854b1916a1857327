/**
 * Coalesces calls: at most one in flight and one queued. Calls made during a run share the queued one, which begins
 * later than they were made.
 */
export function runCoalesced<Value>(run: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined
  let queued: Promise<Value> | undefined

  async function start(): Promise<Value> {
    running = Promise.try(run)
    try {
      return await running
    } finally {
      // With a queued call `running` stays set until that one has begun: nobody may start a third beside it.
      if (!queued) running = undefined
    }
  }

  function startQueued(): Promise<Value> {
    queued = undefined
    return start()
  }

  return () => {
    if (!running) return start()
    queued ??= running.then(startQueued, startQueued)
    return queued
  }
}
