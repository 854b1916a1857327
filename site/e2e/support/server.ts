import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import { findFreePort } from './free-port.ts'

const checkout = fileURLToPath(new URL('../../..', import.meta.url))

/** The first start of a version builds its pages, which takes minutes on a busy machine. */
const startDeadlineMs = 300_000

export type SiteServer = {
  address: string
  /** Its `DATA_DIR`. */
  dataFolder: string
  /** Sends SIGTERM, waits for the exit (SIGKILL after 30 s) and removes the data. May be called twice. */
  stop: () => Promise<void>
}

/** Starts the real server on a free port with its own data folder, and waits until it is healthy. */
export async function startServer(
  variables: NodeJS.ProcessEnv = {},
  script: 'server.ts' | 'cli/demo.ts' = 'server.ts',
): Promise<SiteServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'founderlist-e2e-'))
  const port = variables['PORT'] ?? String(await findFreePort())
  const { NODE_OPTIONS: _, DATABASE_URL: __, ...inherited } = process.env
  const child = spawn(process.execPath, [join('api', script)], {
    cwd: checkout,
    env: {
      ...inherited,
      DATA_DIR: dataFolder,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      PORT: port,
      POSTS_PER_HOUR: '100000',
      TOTAL_POSTS_PER_HOUR: '999999',
      // Tests post the same text again and again, faster than people do.
      SPAM_FILTER: 'log',
      EDITS_PER_HOUR: '100000',
      SITE_URL: `http://127.0.0.1:${port}`,
      STUDIO_PORT: '0',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))

  const address = `http://127.0.0.1:${port}`
  const stop = async () => {
    await end(child)
    await rm(dataFolder, { recursive: true, force: true })
  }
  if (!(await isHealthy(address, child))) {
    await stop()
    throw new Error(`The server did not start:\n${output}`)
  }
  return { address, dataFolder, stop }
}

/** Starts `npm run demo`, and waits until its events and the pictures of its pages are shown. */
export async function startDemo(variables: NodeJS.ProcessEnv = {}): Promise<SiteServer> {
  const server = await startServer({ SPAM_FILTER: 'on', ...variables }, 'cli/demo.ts')
  const read = async (path: string) => (await fetch(server.address + path)).text()
  await expect.poll(() => read('/api/events'), { timeout: startDeadlineMs }).toContain('"Coffee before code"')
  await expect.poll(() => read('/mentors'), { timeout: startDeadlineMs }).toContain('<figure')
  return server
}

async function isHealthy(address: string, child: ChildProcess): Promise<boolean> {
  const deadline = Date.now() + startDeadlineMs
  while (Date.now() < deadline && child.exitCode === null) {
    const response = await fetch(`${address}/api/health`).catch(() => undefined)
    if (response?.ok) return true
    await sleep(100)
  }
  return false
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const patience = setTimeout(() => child.kill('SIGKILL'), 30_000)
  await exit
  clearTimeout(patience)
}
