/**
 * Makes a function of which at most one call runs and one waits: who asks while one runs is served by the one that
 * waits, which begins later than the asking.
 */
export function runCoalesced<Value>(run: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined
  let waiting: Promise<Value> | undefined

  async function start(): Promise<Value> {
    try {
      running = run()
      return await running
    } finally {
      running = undefined
    }
  }

  async function wait(before: Promise<Value>): Promise<Value> {
    await before.catch(() => {}) // Told to who asked for it.
    waiting = undefined
    return start()
  }

  return () => {
    if (!running) return start()
    waiting ??= wait(running)
    return waiting
  }
}
