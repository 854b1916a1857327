import { expect, it, vi } from 'vitest'
import type { ContentSettings } from '#domain/content/content-settings.ts'
import { startSeededLake, useSeededLake } from '../tests/content.ts'
import { openEmptyDatabase } from '../tests/database.ts'
import { startServer } from '../tests/server-process.ts'
import { pollOptions } from '../tests/poll-options.ts'
import { createContentClient } from './client.ts'

const lake = useSeededLake()

/** Environment of a server that uses a local lake as if it were a hosted dataset. */
async function readContentOf({ projectId, dataset, apiHost, token }: ContentSettings) {
  const { url } = await openEmptyDatabase()
  return {
    DATABASE_URL: url,
    SANITY_PROJECT_ID: projectId,
    SANITY_DATASET: dataset,
    SANITY_API_HOST: apiHost,
    SANITY_READ_TOKEN: token,
    SANITY_WEBHOOK_SECRET: 'a-secret-that-nobody-uses',
  }
}

it('shows the content that was published before the start', async () => {
  const client = createContentClient(lake())
  await client.patch('sponsors').set({ 'tiers[0].price': 175_000 }).commit()
  const variables = await readContentOf(lake())
  const server = await startServer(variables)
  const page = await (await fetch(`${server.base}/sponsors`)).text()
  expect(page).toContain('$175K')
  expect(page).not.toContain('$150K')
  // One answer slower than two seconds sets the status to `away` for ten.
  const read = async () => (await fetch(`${server.base}/api/health`)).json()
  await expect.poll(read, pollOptions).toMatchObject({ content: 'ok' })
})

it('names document, field and reason of broken content, and waits until it is fixed', async () => {
  const client = createContentClient(lake())
  const [first] = await client.fetch<Array<{ price: number }>>('*[_id == "sponsors"][0].tiers')
  await client.patch('sponsors').set({ 'tiers[0].price': 'a lot' }).commit()
  const server = await startServer(await readContentOf(lake()), { waits: false })
  await server.waitForOutput('sponsors: tiers[0] (Tier 1 Pilot).price: must be')
  await client.patch('sponsors').set({ 'tiers[0].price': first?.price }).commit()
  await server.waitForOutput('The site: ')
  expect((await fetch(`${server.base}/sponsors`)).status).toBe(200)
})

it('waits for content that does not answer, and stops at once on SIGTERM', async () => {
  const variables = { ...(await readContentOf(lake())), SANITY_API_HOST: 'http://127.0.0.1:9' }
  const server = await startServer(variables, { waits: false })
  await server.waitForOutput('could not be read')
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

it('keeps serving while the content is away, and reports that', async () => {
  await using own = await startSeededLake()
  const server = await startServer(await readContentOf(own.settings))
  await own[Symbol.asyncDispose]()
  const read = async () => (await (await fetch(`${server.base}/api/health`)).json()) as { content: string }
  await vi.waitUntil(async () => (await read()).content === 'away', { timeout: 30_000, interval: 500 })
  expect((await fetch(`${server.base}/api/health`)).status).toBe(200)
  expect((await fetch(`${server.base}/sponsors`)).status).toBe(200)
})
