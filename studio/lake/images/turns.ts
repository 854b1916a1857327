/** As many wait for their turn as may. */
export class BusyError extends Error {
  override name = 'BusyError'
}

export type TakeTurn = <Result>(task: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>

/**
 * Lets `atOnce` tasks run and `mostWaiting` others wait: a decoded image is a hundred times its file. One that is
 * aborted while it waits never runs, and rejects with the signal's reason. Rejects with BusyError for one too many.
 */
export function createTurns(atOnce: number, mostWaiting: number): TakeTurn {
  const waiting = new Set<() => void>()
  let running = 0

  async function wait(signal: AbortSignal | undefined): Promise<void> {
    if (waiting.size >= mostWaiting) throw new BusyError(`${waiting.size} wait already`)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      if (waiting.delete(resolve)) reject(signal?.reason)
    }
    waiting.add(resolve)
    signal?.addEventListener('abort', leave)
    await promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  return async (task, signal) => {
    signal?.throwIfAborted()
    if (running >= atOnce) await wait(signal)
    else running += 1
    try {
      return await task()
    } finally {
      const [next] = waiting
      if (next === undefined) running -= 1
      else {
        waiting.delete(next)
        next()
      }
    }
  }
}
