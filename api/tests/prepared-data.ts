import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished, vi } from 'vitest'
import { createContentClient } from '../content/client.ts'
import { type OnEnd, startServer } from './server-process.ts'
import { soon } from './soon.ts'

const run = promisify(execFile)

/** What a release is made for: for another address it would be made anew. */
const SITE_URL = 'http://site.test'

export type PreparedData = { DATA_DIR: string; SITE_URL: string }

type Part = 'postgres' | 'content' | 'releases'

/**
 * Gives variables with a data folder as a server has left it that was started once and stopped: made once for all tests
 * of a file, copied for each. `parts` are the folders in it that are wanted.
 */
export function usePreparedData(): (parts?: Part[], onEnd?: OnEnd) => Promise<PreparedData> {
  let prepared: Promise<string> | undefined
  afterAll(async () => {
    const base = await prepared?.catch(() => undefined)
    if (base !== undefined) await rm(base, { recursive: true, force: true, maxRetries: 3 })
  })
  return async (parts = ['postgres', 'content', 'releases'], onEnd = onTestFinished) => {
    prepared ??= prepare()
    // A failure is that test's alone: the next one tries again.
    const base = await prepared.catch((error: unknown) => {
      prepared = undefined
      throw error
    })
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'founderlist-server-'))
    onEnd(() => rm(DATA_DIR, { recursive: true, force: true, maxRetries: 3 }))
    await run('cp', ['-a', '--reflink=auto', ...parts.map((part) => join(base, part)), DATA_DIR])
    return { DATA_DIR, SITE_URL }
  }
}

async function prepare(): Promise<string> {
  const base = await mkdtemp(join(tmpdir(), 'founderlist-prepared-'))
  await using ends = new AsyncDisposableStack()
  const server = await startServer({ DATA_DIR: base, SITE_URL }, { onEnd: (end) => ends.defer(end) })
  await untilTold(server.base, base)
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  return base
}

/**
 * The seed's webhooks begin before the site listens, and are sent again after pauses. They come in order, so an event
 * that is told is the last of them: whatever a copy's lake has still to send would hold up what a test publishes.
 */
async function untilTold(base: string, folder: string): Promise<void> {
  const [port, token] = await Promise.all(
    ['port', 'token'].map(async (name) => (await readFile(join(folder, 'content', name), 'utf8')).trim()),
  )
  const apiHost = `http://127.0.0.1:${port}`
  const settings = {
    projectId: 'local',
    dataset: 'production',
    apiHost,
    perspective: 'published',
    token,
  } as const
  const client = createContentClient(settings)
  const shows = async () => (await fetch(`${base}/api/events`)).text()
  await client.create({
    _id: 'last',
    _type: 'event',
    title: 'The last one',
    date: '2026-12-01T02:00:00Z',
    organizers: 'the community',
    location: 'SHACK15',
  })
  await vi.waitUntil(async () => (await shows()) !== '[]', { timeout: 40_000 })
  await client.delete('last')
  await vi.waitUntil(async () => (await shows()) === '[]', soon)
}
