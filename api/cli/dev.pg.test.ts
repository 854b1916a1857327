import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { findFreePort } from '../../site/e2e/support/free-port.ts'
import { useSeededLake } from '../tests/content.ts'
import { openEmptyDatabase } from '../tests/database.ts'
import { startServer } from '../tests/server-process.ts'
import { pollOptions } from '../tests/poll-options.ts'

const readContent = useSeededLake()
const devScript = fileURLToPath(new URL('dev.ts', import.meta.url))

it('serves the pages in every language and the API behind them', async () => {
  const { url } = await openEmptyDatabase()
  const { projectId, dataset, apiHost, token } = readContent()
  const variables = {
    DATABASE_URL: url,
    SANITY_PROJECT_ID: projectId,
    SANITY_DATASET: dataset,
    SANITY_API_HOST: apiHost,
    SANITY_READ_TOKEN: token,
    SANITY_WEBHOOK_SECRET: 'secret-of-the-tests',
    // Unset, because Astro behaves differently in tests.
    NODE_ENV: undefined,
    VITEST: undefined,
  }
  const server = await startServer(variables, { command: [process.execPath, devScript] })
  const ask = (path: string) => fetch(server.base + path)
  await vi.waitUntil(async () => (await ask('/api/health')).status === 200, {
    ...pollOptions,
    interval: 500,
  })
  expect(await (await ask('/api/events')).json()).toEqual([])
  expect(await (await ask('/es/events')).text()).toContain('<h1>SF Tech Week - Calendario de eventos</h1>')
  const shared = await ask('/api/domain/language.ts')
  expect([shared.status, shared.headers.get('Content-Type')]).toEqual([200, 'text/javascript'])
  server.kill('SIGTERM')
  // Its output is closed only once the API's processes have ended too.
  expect(await server.exited).toBe(0)
})

it('names the port of the API if another program listens on it', async () => {
  const port = await findFreePort()
  const other = createServer().listen(port + 1, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const options = { command: [process.execPath, devScript], waits: false }
  const server = await startServer({ PORT: String(port), NODE_ENV: undefined, VITEST: undefined }, options)
  expect(await server.exited).toBe(1)
  expect(server.output().trim()).toMatch(`Another program listens on port ${port + 1} already`)
})
