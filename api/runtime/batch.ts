import { isRefusedValue } from './postgres-errors.ts'

/** More batches at once would be smaller; with one, the database would wait while the next is prepared. */
const maxRunning = 2
const maxItems = 16

/**
 * Coalesces calls: while two batches run, further calls wait and then run as one batch. `run` answers in the order of its
 * items. If the database refuses a value, the items run again one by one, so that only one of them fails.
 */
export function createBatcher<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Array<PromiseWithResolvers<Result> & { item: Item }> = []
  let running = 0

  async function runBatch(batch: typeof waiting): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (batch.length > 1 && isRefusedValue(error)) for (const one of batch) await runBatch([one])
      else for (const { reject } of batch) reject(error)
    }
  }

  async function runWaiting(): Promise<void> {
    if (running >= maxRunning) return
    running += 1
    while (waiting.length > 0) await runBatch(waiting.splice(0, maxItems))
    running -= 1
  }

  return (item) => {
    const call = { item, ...Promise.withResolvers<Result>() }
    waiting.push(call)
    void runWaiting()
    return call.promise
  }
}
