import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { startServer } from '../tests/server-process.ts'

const demoScript = fileURLToPath(new URL('demo.ts', import.meta.url))

it('keeps the data of the demo in the folder that DATA_DIR names', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'founderlist-demo-'))
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true, maxRetries: 3 }))
  const server = await startServer({ DATA_DIR }, { command: [process.execPath, demoScript], waits: false })
  expect(await server.waitForOutput(`Starting the database in ${join(DATA_DIR, 'postgres')}`)).toBe(true)
})
