import { LakeError } from '../http/errors.ts'

const tooBusy = () =>
  new LakeError(503, {
    type: 'tooBusy',
    description: 'Too many requests like this one wait: try again in a moment',
  })

export type TakeTurn = <Result>(task: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>

/**
 * Lets `atOnce` tasks run and `mostWaiting` others wait: a decoded image is a hundred times its file. One that is
 * aborted while it waits never runs, and rejects with the signal's reason. Rejects with LakeError 503 for one too many.
 */
export function createTurns(atOnce: number, mostWaiting: number): TakeTurn {
  const waiting = new Set<() => void>()
  let running = 0

  async function wait(signal: AbortSignal | undefined): Promise<void> {
    if (waiting.size >= mostWaiting) throw tooBusy()
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
