/**
 * Makes a function of which at most one call runs and one waits: who asks while one runs is served by the one that
 * waits, which begins later than the asking. `run` must not reject.
 */
export function runCoalesced<Value>(run: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined
  let waiting: Promise<Value> | undefined

  async function start(): Promise<Value> {
    running = run()
    const value = await running
    running = undefined
    return value
  }

  async function wait(before: Promise<Value>): Promise<Value> {
    await before
    waiting = undefined
    return start()
  }

  return () => {
    if (!running) return start()
    waiting ??= wait(running)
    return waiting
  }
}
