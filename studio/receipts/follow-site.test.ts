import { EventSource } from 'eventsource'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Receipt } from '#domain/content/receipt.ts'
import { followSite, type Site } from './follow-site.ts'

const live: Receipt = { documentId: 'about', revision: 'r1', state: 'live', at: '2026-11-21T12:00:00Z' }
const failed: Receipt = { ...live, documentId: 'team', state: 'failed', reason: 'team: title: is missing' }

/** A site whose stream the test writes by hand. */
async function startSite(statuses: number[] = []) {
  const streams: ServerResponse[] = []
  const server = createServer((_request, response) => {
    response.writeHead(statuses.shift() ?? 200, { 'Content-Type': 'text/event-stream' })
    streams.push(response)
    response.flushHeaders()
    if (response.statusCode !== 200) response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const send = (name: string, receipts: Receipt[]) =>
    streams.at(-1)?.write(`event: ${name}\ndata: ${JSON.stringify(receipts)}\n\n`)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, streams, send }
}

function follow(url: string) {
  const told: Site[] = []
  // The client's own is the browser's but for its types.
  const following = followSite(url, EventSource as unknown as typeof globalThis.EventSource).subscribe(
    (site) => told.push(site),
  )
  onTestFinished(() => following.unsubscribe())
  return { last: () => told.at(-1), stop: () => following.unsubscribe() }
}

const soon = { timeout: 60_000 }

test('knows what there is, and each change after that', async () => {
  const { url, streams, send } = await startSite()
  const { last } = follow(url)
  expect(last()).toMatchObject({ url, isReached: undefined })
  await expect.poll(() => streams.length, soon).toBe(1)
  send('present', [live])
  await expect.poll(() => last()?.isReached, soon).toBe(true)
  expect(last()?.receipts).toEqual(new Map([['about', live]]))
  send('changed', [failed])
  await expect.poll(() => last()?.receipts.get('team'), soon).toEqual(failed)
  expect(last()?.receipts.get('about')).toEqual(live)
})

test('says so when the site goes, keeps what it knew, and begins anew when it is back', async () => {
  const { url, streams, send } = await startSite()
  const { last } = follow(url)
  await expect.poll(() => streams.length, soon).toBe(1)
  send('present', [live])
  await expect.poll(() => last()?.isReached, soon).toBe(true)
  streams[0]?.end()
  await expect.poll(() => last()?.isReached, soon).toBe(false)
  expect(last()?.receipts.get('about')).toEqual(live)
  await expect.poll(() => streams.length, soon).toBe(2)
  send('present', [failed])
  await expect.poll(() => last()?.isReached, soon).toBe(true)
  expect(last()?.receipts).toEqual(new Map([['team', failed]]))
})

test('asks again where it was refused', async () => {
  const { url, streams, send } = await startSite([503, 403])
  const { last } = follow(url)
  await expect.poll(() => last()?.isReached, soon).toBe(false)
  await expect.poll(() => streams.length, soon).toBe(3)
  send('present', [live])
  await expect.poll(() => last()?.isReached, soon).toBe(true)
})

test('leaves when nobody follows any more', async () => {
  const { url, streams } = await startSite()
  const { stop } = follow(url)
  await expect.poll(() => streams.length, soon).toBe(1)
  const closed = once(streams[0] as ServerResponse, 'close')
  stop()
  await closed
  expect(streams).toHaveLength(1)
})
