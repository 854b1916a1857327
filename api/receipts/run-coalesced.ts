/**
 * Makes a function of which at most one call runs and one waits: who asks while one runs is served by the one that
 * waits, which begins later than the asking. `run` must not reject.
 */
export function runCoalesced(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let waiting: Promise<void> | undefined

  async function start(): Promise<void> {
    running = run()
    await running
    running = undefined
  }

  async function wait(before: Promise<void>): Promise<void> {
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
