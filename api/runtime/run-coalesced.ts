/** Coalesces calls: at most one in flight and one queued. Calls made during a run share the queued one. */
export function runCoalesced<Value>(run: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined
  let queued: Promise<Value> | undefined

  async function start(): Promise<Value> {
    running = Promise.try(run)
    try {
      return await running
    } finally {
      // A queued call replaces `running` when it starts; a call in between must not start a third one.
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
