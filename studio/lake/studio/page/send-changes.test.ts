import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendChange } from './send-changes.js'

const sent = vi.fn<typeof fetch>()
const applied = () => new Response('applied')
const lost = () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  sent.mockReset()
})

const change = (transactionId?: string, more: RequestInit = {}) =>
  sendChange(sent, 'http://localhost:3333/v1/data/actions/production', {
    method: 'POST',
    body: JSON.stringify({ actions: [], transactionId }),
    ...more,
  })
const sentKeys = () => sent.mock.calls.map(([, init]) => new Headers(init?.headers).get('Idempotency-Key'))

/** Its text, or the name of its error. */
const outcomeOf = async (answer: Promise<Response>) => {
  const outcome = answer.then((response) => response.text()).catch((error: Error) => error.name)
  await vi.runAllTimersAsync()
  return outcome
}

test('a change is repeated with its key until the lake answers', async () => {
  sent
    .mockImplementationOnce(lost)
    .mockResolvedValueOnce(new Response('no lake', { status: 502 }))
    .mockResolvedValueOnce(new Response('no lake', { status: 503 }))
    .mockResolvedValueOnce(new Response('no lake', { status: 504 }))
    .mockResolvedValueOnce(applied())
  expect(await outcomeOf(change('tx-1'))).toBe('applied')
  expect(sentKeys()).toEqual(Array(5).fill('tx-1'))
  expect(new Set(sent.mock.calls.map(([, init]) => init?.body)).size).toBe(1)
})

test.each([400, 401, 409, 500, 507])('an answer with status %i is final', async (status) => {
  sent.mockResolvedValueOnce(new Response('an answer', { status }))
  expect(await outcomeOf(change('tx-1'))).toBe('an answer')
  expect(sent).toHaveBeenCalledOnce()
})

test('a change without a transaction id is sent once', async () => {
  sent.mockImplementation(lost)
  expect(await outcomeOf(change())).toBe('TypeError')
  expect(sentKeys()).toEqual([null])
})

test('a change that its sender gives up is not repeated', async () => {
  sent.mockRejectedValue(new DOMException('Aborted', 'AbortError'))
  expect(await outcomeOf(change('tx-1'))).toBe('AbortError')
  expect(sent).toHaveBeenCalledOnce()
})

test('changes wait for those before them, also for those that fail', async () => {
  sent.mockImplementationOnce(lost).mockImplementation(async () => applied())
  const [first, second] = [change(), change('tx-2')]
  expect(await outcomeOf(first)).toBe('TypeError')
  expect(await outcomeOf(second)).toBe('applied')
  sent.mockClear().mockImplementationOnce(lost).mockImplementationOnce(lost)
  const last = [change('tx-3'), change('tx-4')]
  for (const answer of last) expect(await outcomeOf(answer)).toBe('applied')
  expect(sentKeys()).toEqual(['tx-3', 'tx-3', 'tx-3', 'tx-4'])
})

test('the last attempt comes before the client’s timeout of five minutes', async () => {
  sent.mockImplementation(lost)
  const startedAt = performance.now()
  expect(await outcomeOf(change('tx-1'))).toBe('TypeError')
  const seconds = (performance.now() - startedAt) / 1000
  expect([seconds > 230, seconds < 300]).toEqual([true, true])
})
