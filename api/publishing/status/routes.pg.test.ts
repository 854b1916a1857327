import { expect, it, onTestFinished, vi } from 'vitest'
import { openTestDatabase } from '../../tests/database.ts'
import { readReceipts } from '../../tests/read-receipts.ts'
import { serve, serveOver } from '../../tests/serve.ts'
import { soon } from '../../tests/soon.ts'

const studio = 'http://studio.test'

it('lets only pages of the Studio read', async () => {
  const { base } = await serve()
  const ask = (headers: Record<string, string>) =>
    fetch(`${base}/api/publishing`, { method: 'HEAD', headers })
  const allowed = await ask({ Origin: studio })
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, studio])
  expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
  expect(allowed.headers.get('content-type')).toBe('text/event-stream')
  expect(allowed.headers.get('cache-control')).toBe('no-store')
  expect(allowed.headers.get('vary')).toBe('Origin')
  for (const origin of ['http://evil.test', 'http://studio.test:81', 'null', `${studio}.evil.test`]) {
    const refused = await ask({ Origin: origin })
    expect([origin, refused.status]).toEqual([origin, 403])
    expect(refused.headers.get('access-control-allow-origin')).toBeNull()
    expect(refused.headers.get('vary')).toBe('Origin')
  }
  expect((await ask({})).status).toBe(403)
})

it('takes GET only', async () => {
  const { base } = await serve()
  const answer = await fetch(`${base}/api/publishing`, { method: 'POST' })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
})

it('begins with all that is known, and beats while nothing happens', async () => {
  const { base } = await serve()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const leaving = new AbortController()
  const { body } = await fetch(`${base}/api/publishing`, {
    headers: { Origin: studio },
    signal: leaving.signal,
  })
  let text = ''
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    text += new TextDecoder().decode(chunk)
    if (text.includes('event: beat')) break
    if (text.endsWith('\n\n')) vi.advanceTimersByTime(5_000)
  }
  leaving.abort()
  expect(text).toBe('event: present\ndata: []\n\nevent: beat\ndata: {}\n\n')
})

it('has so many readers of one network and no more, and room again when one leaves', async () => {
  const { base } = await serve({ trustedProxies: ['127.0.0.1'] })
  const read = (network: number) =>
    readReceipts(base, { headers: { 'X-Forwarded-For': `203.0.113.${network}` } })
  const readers = await Promise.all(Array.from({ length: 25 }, () => read(1)))
  await expect(read(1)).rejects.toThrow('503 too many open streams, try again in a moment')
  await Promise.all(Array.from({ length: 75 }, (_, index) => read(2 + (index % 3))))
  await expect(read(9)).rejects.toThrow('503 too many open streams, try again in a moment')
  readers[0]?.stop()
  await expect
    .poll(
      () =>
        read(1).then(
          () => 'read',
          () => 'refused',
        ),
      soon,
    )
    .toBe('read')
})

it('ends every stream when the server stops, and begins none after that', async () => {
  const stopping = new AbortController()
  const receipts = { list: () => [], follow: () => ({ stop: () => {} }) }
  const parts = { publishing: { receipts, stopping: stopping.signal } }
  const { base } = await serveOver(await openTestDatabase(), {}, parts)
  const readers = await Promise.all([readReceipts(base), readReceipts(base)])
  stopping.abort()
  await expect.poll(() => readers.every(({ hasEnded }) => hasEnded()), soon).toBe(true)
  await expect(readReceipts(base)).rejects.toThrow('503')
})
