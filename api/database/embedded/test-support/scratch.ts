import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, glob, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, onTestFinished, vi } from 'vitest'
import { connect } from '../../open.ts'
import { locateBinaries } from '../binaries.ts'
import { readPidFile, stopServer } from '../server.ts'
import { startEmbeddedPostgres } from '../start.ts'
import type { EmbeddedPostgresOptions } from '../start.ts'

export const run = promisify(execFile)

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

/** A folder for one test, which is TMPDIR as well. Servers in it end with the test. */
export async function makeScratch(): Promise<string> {
  const scratch = await mkdtemp('/tmp/fl-')
  await chmod(scratch, 0o1777)
  vi.stubEnv('TMPDIR', scratch)
  onTestFinished(() => clear(scratch))
  return scratch
}

async function clear(scratch: string): Promise<void> {
  vi.unstubAllEnvs()
  // Not readdir: it fails if a folder disappears meanwhile, as those of a stopping server do.
  for await (const name of glob('**/postmaster.pid', { cwd: scratch })) {
    await stopAnyServer(dirname(join(scratch, name)))
  }
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
}

async function stopAnyServer(folder: string): Promise<void> {
  const pidFile = await readPidFile(folder)
  if (pidFile !== undefined) await stopServer(folder, pidFile.pid)
}

/** Starts within this process; stops with the test at the latest. */
export async function start(folder: string, options: Partial<EmbeddedPostgresOptions> = {}) {
  const lines: string[] = []
  const server = await startEmbeddedPostgres({ folder, log: (line) => lines.push(line), ...options })
  onTestFinished(() => server.stop())
  return { ...server, lines }
}

/** The error message of a failed start, as its user reads it. */
export async function explainFailure(
  folder: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<string> {
  return start(folder, options).then(
    () => 'nothing',
    (error: unknown) => String(error),
  )
}

let prepared: Promise<string> | undefined

/** Path of the prepared cluster. Prepares it again if an earlier test failed to prepare or return it. */
async function readPrepared(): Promise<string> {
  const home = await prepared?.catch(() => undefined)
  if (home === undefined || !existsSync(home)) prepared = prepareCluster()
  return prepared!
}

/** Moves a stopped cluster with one note to `folder` until the test ends. Made once per test file. */
export async function borrowCluster(folder: string): Promise<string> {
  const home = await readPrepared()
  await rename(home, folder)
  onTestFinished(async () => {
    await stopAnyServer(folder)
    // Without a clean shutdown, the cluster would recover in the next test and write that to its log.
    if (await wasShutDown(folder)) await rename(folder, home)
  })
  return folder
}

/** Copies that cluster, for a test that changes it. Takes a second. */
export async function copyCluster(folder: string): Promise<string> {
  await run('cp', ['-a', await readPrepared(), folder])
  return folder
}

/** Whether the cluster had a clean shutdown: `state` in pg_control is DB_SHUTDOWNED. */
async function wasShutDown(folder: string): Promise<boolean> {
  const control = await readFile(join(folder, 'global/pg_control'))
  return control.readInt32LE(16) === 1
}

async function prepareCluster(): Promise<string> {
  const base = await makeBase()
  const server = await startEmbeddedPostgres({ folder: join(base, 'postgres') })
  await query(server.url, 'create table notes (text text)')
  await query(server.url, `insert into notes values ('kept')`)
  await server.stop()
  return join(base, 'postgres')
}

const bases: string[] = []
afterAll(() => Promise.all(bases.map((base) => rm(base, { recursive: true, force: true }))))

/** A folder for all tests of a file. */
export async function makeBase(): Promise<string> {
  const base = await mkdtemp('/tmp/fl-base-')
  bases.push(base)
  await chmod(base, 0o755)
  return base
}

/** The first column of each row, over a connection of its own. */
export async function query(url: string, text: string): Promise<unknown[]> {
  const sql = connect(url, { max: 1, onnotice: () => {} })
  try {
    return (await sql.unsafe(text).values()).map(([first]) => first)
  } finally {
    await sql.end({ timeout: 0 })
  }
}

export const listNotes = (url: string) => query(url, 'select text from notes order by text')

export async function readLog(folder: string): Promise<string> {
  return readFile(`${folder}.log`, 'utf8').catch(() => '')
}

/** A copy of the npm package's PostgreSQL that a test may damage. Returns the folder of its programs. */
export async function copyNative(folder: string): Promise<string> {
  const binaries = await locateBinaries()
  await run('cp', ['-a', join(dirname(binaries.postgres), '..'), folder])
  return join(folder, 'bin')
}
