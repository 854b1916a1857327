import { requestErrors } from '../errors.ts'

type Bounds = {
  atOnce: number
  /** How many may wait for their turn; the next ones are refused at once. */
  waiting: number
  /** Milliseconds. Whoever has waited longer is refused, since nobody reads the answer any more. */
  patience: number
}

/** Runs so many works at a time, the others in the order of asking. Refuses with 503, as a database that is away. */
export function boundRunning({ atOnce, waiting, patience }: Bounds) {
  const queue: Array<() => void> = []
  let running = 0

  async function takeTurn(): Promise<void> {
    if (queue.length >= waiting) throw requestErrors.databaseAway()
    const { promise, resolve } = Promise.withResolvers<void>()
    queue.push(resolve)
    await promise
  }

  return async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    const askedAt = performance.now()
    // A turn is handed on, so that nobody who comes in between takes it.
    if (running < atOnce) running += 1
    else await takeTurn()
    try {
      if (performance.now() - askedAt > patience) throw requestErrors.databaseAway()
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
