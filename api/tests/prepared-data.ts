import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished } from 'vitest'
import { type RegisterCleanup, startServer } from './server-process.ts'

const run = promisify(execFile)

/** The prepared release is for this address; a server with another one would make a new release. */
const SITE_URL = 'http://site.test'

export type PreparedData = { DATA_DIR: string; SITE_URL: string }

type Part = 'postgres' | 'content' | 'releases'

/**
 * Returns variables with a data folder that a server left after one start and stop. It is prepared once per test file
 * and copied for each test. `parts`: the folders to copy.
 */
export function usePreparedData(): (parts?: Part[], onEnd?: RegisterCleanup) => Promise<PreparedData> {
  let prepared: Promise<string> | undefined
  afterAll(async () => {
    const base = await prepared?.catch(() => undefined)
    if (base !== undefined) await rm(base, { recursive: true, force: true, maxRetries: 3 })
  })
  return async (parts = ['postgres', 'content', 'releases'], onEnd = onTestFinished) => {
    prepared ??= prepare()
    // After a failure, the next test tries again.
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
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  return base
}
