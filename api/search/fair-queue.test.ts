import { expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const refusal = { status: 503, headers: { 'Retry-After': '5' } }

/** A queue whose calls run until the test ends them. `begin` returns what the caller gets. */
function createQueue(limits: { maxRunning: number; maxWaiting: number; timeoutMs?: number }) {
  const enqueue = createFairQueue({ timeoutMs: 60_000, ...limits })
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const begin = (name: string, network: string, signal = new AbortController().signal) => {
    const answer = enqueue({ network, signal }, () => {
      begun.push(name)
      const end = Promise.withResolvers<string>()
      ends.set(name, end)
      return end.promise
    })
    // Prevents an unhandled rejection if a test awaits the refusal later.
    answer.catch(() => {})
    return answer
  }
  const end = async (name: string, answer: Promise<string>) => {
    ends.get(name)?.resolve(name)
    expect(await answer).toBe(name)
  }
  return { begin, begun, ends, end }
}

it('limits concurrent calls, runs the others in order, and continues after a failed one', async () => {
  const { begin, begun, ends, end } = createQueue({ maxRunning: 2, maxWaiting: 2 })
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => begin(name, 'one')) as [
    Promise<string>,
    Promise<string>,
    Promise<string>,
    Promise<string>,
  ]
  expect(begun).toEqual(['a', 'b'])
  ends.get('b')?.reject(new Error('spoiled'))
  await expect(b).rejects.toThrow('spoiled')
  await end('a', a)
  await end('c', c)
  await end('d', d)
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  const e = begin('e', 'one')
  await end('e', e)
})

it('gives each network its turn, however many calls another one has waiting', async () => {
  const { begin, begun, end } = createQueue({ maxRunning: 1, maxWaiting: 10 })
  const calls = [
    ...['a1', 'a2', 'a3'].map((name) => [name, begin(name, 'a')] as const),
    ...['b1', 'b2'].map((name) => [name, begin(name, 'b')] as const),
    ['c1', begin('c1', 'c')] as const,
  ]
  const answers = new Map(calls)
  while (begun.length < calls.length) await end(begun.at(-1) ?? '', answers.get(begun.at(-1) ?? '')!)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
})

it('refuses the newest call of the network with the most calls when the queue is full', async () => {
  const { begin, begun, end } = createQueue({ maxRunning: 1, maxWaiting: 3 })
  const a1 = begin('a1', 'a')
  const a2 = begin('a2', 'a')
  const a3 = begin('a3', 'a')
  const a4 = begin('a4', 'a')
  await expect(begin('a5', 'a')).rejects.toMatchObject(refusal)
  const b1 = begin('b1', 'b')
  await expect(a4).rejects.toMatchObject(refusal)
  const c1 = begin('c1', 'c')
  await expect(a3).rejects.toMatchObject(refusal)
  await expect(begin('d1', 'd')).rejects.toMatchObject(refusal)
  await end('a1', a1)
  await end('a2', a2)
  await end('b1', b1)
  await end('c1', c1)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1'])
})

it('removes a call from the queue when its client closes the connection', async () => {
  const { begin, begun, end } = createQueue({ maxRunning: 1, maxWaiting: 1 })
  const gone = new AbortController()
  const a = begin('a', 'one')
  const b = begin('b', 'one', gone.signal)
  gone.abort()
  await expect(b).rejects.toMatchObject(refusal)
  const c = begin('c', 'one')
  await end('a', a)
  await end('c', c)
  expect(begun).toEqual(['a', 'c'])
})

it('refuses a call that has waited too long', async () => {
  const { begin, begun } = createQueue({ maxRunning: 1, maxWaiting: 1, timeoutMs: -1 })
  await expect(begin('late', 'one')).rejects.toMatchObject(refusal)
  expect(begun).toEqual([])
})
