import { requestErrors } from '../errors.ts'

type Limits = {
  maxRunning: number
  maxWaiting: number
  /** Milliseconds; a call that has waited longer is refused: its client has given up. */
  timeoutMs: number
}

export type Client = { network: string; signal: AbortSignal }

type Waiter = PromiseWithResolvers<void>

/** Networks take turns. If the queue is full, the network with the most calls loses its newest: a 503 RequestError. */
export function createFairQueue({ maxRunning, maxWaiting, timeoutMs }: Limits) {
  /** By network, in the order of their turns. Empty queues are deleted. */
  const queues = new Map<string, Waiter[]>()
  let running = 0

  function removeWaiter(network: string, waiter: Waiter): void {
    const left = queues.get(network)?.filter((other) => other !== waiter) ?? []
    if (left.length > 0) queues.set(network, left)
    else queues.delete(network)
  }

  function refuse(network: string, waiter: Waiter): void {
    removeWaiter(network, waiter)
    waiter.reject(requestErrors.databaseUnavailable())
  }

  async function waitForTurn({ network, signal }: Client): Promise<void> {
    const waiter = Promise.withResolvers<void>()
    queues.set(network, [...(queues.get(network) ?? []), waiter])
    signal.addEventListener('abort', () => refuse(network, waiter), { once: true })
    const all = [...queues]
    const waiting = all.reduce((sum, [, queue]) => sum + queue.length, 0)
    if (waiting > maxWaiting) refuseOne(network, all)
    await waiter.promise
  }

  /** The newest call of the longest queue; in a tie, the caller's. */
  function refuseOne(caller: string, all: Array<[string, Waiter[]]>): void {
    const longest = Math.max(...all.map(([, queue]) => queue.length))
    const candidates = all.filter(([, queue]) => queue.length === longest)
    const [network, queue] = candidates.find(([name]) => name === caller) ?? candidates[0] ?? []
    const newest = queue?.at(-1)
    if (network !== undefined && newest) refuse(network, newest)
  }

  function startNext(): void {
    const [next] = queues
    if (next === undefined) {
      running -= 1
      return
    }
    const [network, [waiter, ...others]] = next
    queues.delete(network)
    if (others.length > 0) queues.set(network, others)
    waiter?.resolve()
  }

  return async <Answer>(client: Client, call: () => Promise<Answer>): Promise<Answer> => {
    const calledAt = performance.now()
    if (running < maxRunning) running += 1
    else await waitForTurn(client)
    try {
      const isLate = performance.now() - calledAt > timeoutMs
      if (isLate || client.signal.aborted) throw requestErrors.databaseUnavailable()
      return await call()
    } finally {
      startNext()
    }
  }
}
