import { execFile } from 'node:child_process'
import { mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { giveTo } from './accounts.ts'
import { codeOf, EmbeddedPostgresError, reasonOf } from './errors.ts'
import { commandFor } from './runner.ts'
import type { Runner } from './runner.ts'

const run = promisify(execFile)

// Tuning is in the cluster's own postgresql.conf, for an operator to change. Durability is as PostgreSQL ships it: on.
const settings = ['max_connections=50', 'min_wal_size=32MB', 'max_wal_size=256MB', 'log_checkpoints=off']

const inProgress = new Set<string>()

/**
 * Makes a cluster beside `folder` and renames it, so that a half-made one is never taken for a cluster. Of several
 * first starts one wins; the others discard theirs.
 */
export async function makeCluster(folder: string, initdb: string, runner: Runner): Promise<void> {
  await removeLeftovers(folder)
  const draft = await mkdtemp(`${folder}.init-${process.pid}-`).catch(fail)
  inProgress.add(draft)
  try {
    await giveTo(runner.account, draft)
    await run(...commandFor(runner, initdb, initdbArguments(draft)))
    await rename(draft, folder)
    await syncFolder(dirname(folder))
  } catch (error) {
    const lost = ['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')
    if (!lost) fail(error)
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 3 })
    inProgress.delete(draft)
  }

  function fail(error: unknown): never {
    throw new EmbeddedPostgresError(
      `A new PostgreSQL cluster could not be made in ${folder}: ${reasonOf(error)}`,
    )
  }
}

function initdbArguments(folder: string): string[] {
  const values = {
    pgdata: folder,
    username: 'postgres',
    auth: 'trust',
    encoding: 'UTF8',
    locale: 'C',
    'locale-provider': 'builtin',
    'builtin-locale': 'C.UTF-8',
  }
  return [
    '--no-instructions',
    ...Object.entries(values).map(([name, value]) => `--${name}=${value}`),
    ...settings.flatMap((setting) => ['-c', setting]),
  ]
}

/** Drafts carry the id of the process that makes them: one without a living maker was left by a kill. */
async function removeLeftovers(folder: string): Promise<void> {
  const beginning = `${basename(folder)}.init-`
  for (const name of await readdir(dirname(folder))) {
    const draft = join(dirname(folder), name)
    if (!name.startsWith(beginning) || inProgress.has(draft)) continue
    const maker = Number.parseInt(name.slice(beginning.length), 10)
    if (maker !== process.pid && isAlive(maker)) continue
    // Its initdb may have outlived its maker and still be writing; the next start tries again.
    await rm(draft, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Without it a power cut could take back the rename after data was committed inside. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
