import { encodeSignatureHeader } from '@sanity/webhook'
import type { SanityClient } from '@sanity/client'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createContentClient } from '../content/client.ts'
import { useSeededLake } from '../tests/content.ts'
import { openTestDatabase } from '../tests/database.ts'
import { type ServerProcess, startServer } from '../tests/server-process.ts'
import { pollOptions } from '../tests/poll-options.ts'

const readContent = useSeededLake()
const secret = 'a-secret-that-this-file-knows'

/** State that outlives restarts of a server: a database, releases on disk, and a Content Lake without webhooks. */
async function makePlace(apiHost = readContent().apiHost) {
  const { sql, url } = await openTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-crash-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const start = () =>
    startServer({
      DATABASE_URL: url,
      DATA_DIR: folder,
      // The same at each start, as in production: a release for another SITE_URL would not be reused.
      SITE_URL: 'http://site.test',
      SANITY_PROJECT_ID: 'local',
      SANITY_API_HOST: apiHost,
      SANITY_READ_TOKEN: readContent().token,
      SANITY_WEBHOOK_SECRET: secret,
    })
  return { sql, start, client: createContentClient(readContent()) }
}

/** Sends the webhook for the present state of a document. */
async function tell({ base }: ServerProcess, client: SanityClient, id: string, key: string) {
  const after = await client.getDocument(id)
  const body = JSON.stringify({
    operation: 'update',
    projectId: 'local',
    dataset: 'production',
    before: null,
    after,
  })
  const answer = await fetch(`${base}/api/hooks/content`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'idempotency-key': key,
      'sanity-webhook-signature': await encodeSignatureHeader(body, Date.now(), secret),
    },
    body,
  })
  return [answer.status, await answer.text()]
}

const setPrice = (client: SanityClient, price: number) =>
  client.patch('sponsors').set({ 'tiers[0].price': price }).commit()
const readPage = async ({ base }: ServerProcess, path = '/sponsors') => (await fetch(base + path)).text()
const expectShown = (server: ServerProcess, text: string, path?: string) =>
  vi.waitUntil(async () => (await readPage(server, path)).includes(text), pollOptions)

/** A proxy of a server. Between `close` and `open` it holds requests; `close` resolves once none is in flight. */
async function startGate(address: string) {
  let opened = Promise.resolve()
  let open = () => {}
  const inFlight = new Set<Promise<unknown>>()
  const server = createServer(async (incoming, answer) => {
    await opened
    const settled = Promise.withResolvers<void>()
    inFlight.add(settled.promise)
    answer.on('close', () => {
      inFlight.delete(settled.promise)
      settled.resolve()
    })
    const outgoing = request(new URL(incoming.url ?? '', address), {
      method: incoming.method,
      headers: { ...incoming.headers, host: new URL(address).host },
    })
    outgoing.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    incoming.pipe(outgoing)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      ;({ promise: opened, resolve: open } = Promise.withResolvers<void>())
      await Promise.all(inFlight)
    },
    open: () => open(),
  }
}

describe('a site that is killed', () => {
  it('fault 14, 15: right after a change is stored renders it after the restart, and recognizes a repeated delivery', async () => {
    const { sql, start, client } = await makePlace()
    let server = await start()
    for (let round = 0; round < 4; round += 1) {
      const price = 411_000 + round * 1000
      await setPrice(client, price)
      await client.createOrReplace({
        _id: 'demo-day',
        _type: 'event',
        title: `Demo day ${round}`,
        date: '2026-12-01T02:00:00Z',
        organizers: 'the community',
        location: 'SHACK15',
      })
      const keys = [crypto.randomUUID(), crypto.randomUUID()] as const
      const lost = Promise.allSettled([
        tell(server, client, 'sponsors', keys[0]),
        tell(server, client, 'demo-day', keys[1]),
      ])
      await vi.waitUntil(
        async () => {
          const rows = await sql`select id from content_changes where delivery in ${sql(keys)}`
          return rows.length >= 1 + (round % 2)
        },
        { interval: 5, timeout: pollOptions.timeout },
      )
      server.kill('SIGKILL')
      await server.exited
      await lost
      server = await start()
      await expectShown(server, `$${price / 1000}K`)
      // The answer was lost, so the webhook is sent again.
      const again = await tell(server, client, 'sponsors', keys[0])
      expect(again[0]).toBe(200)
      expect(await tell(server, client, 'demo-day', keys[1])).toEqual([
        200,
        expect.stringMatching(/^(known|taken)$/),
      ])
      expect(await tell(server, client, 'demo-day', keys[1])).toEqual([200, 'known'])
      await expectShown(server, `Demo day ${round}`, '/api/events')
      expect(JSON.parse(await readPage(server, '/api/events'))).toHaveLength(1)
    }
  })

  it('fault 21: at any moment of a publish serves a complete release after the restart, and finally the latest one', async () => {
    const { start, client } = await makePlace()
    let server = await start()
    for (let round = 0; round < 4; round += 1) {
      await setPrice(client, 511_000 + round * 1000)
      await tell(server, client, 'sponsors', crypto.randomUUID())
      // From before rendering begins to after the swap.
      await new Promise((resolve) => setTimeout(resolve, round * 40))
      server.kill('SIGKILL')
      await server.exited
      server = await start()
      const answer = await fetch(`${server.base}/sponsors`)
      expect([answer.status, (await answer.text()).endsWith('</html>')]).toEqual([200, true])
      await expectShown(server, `$${511 + round}K`)
    }
  })
})

it('fault 16: accepts a webhook while pages are being rendered, and shows the change afterwards', async () => {
  const gate = await startGate(readContent().apiHost ?? '')
  const { start, client } = await makePlace(gate.url)
  const server = await start()
  // The first publish after the start may still be reading.
  await gate.close()
  await setPrice(client, 610_000)
  for (const price of [611, 612]) {
    await setPrice(client, price * 1000)
    expect(await tell(server, client, 'sponsors', crypto.randomUUID())).toEqual([200, 'taken'])
  }
  expect(await readPage(server)).not.toContain('$61')
  gate.open()
  await expectShown(server, '$612K')
})
