import { execFile } from 'node:child_process'
import { mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { giveTo } from './accounts.ts'
import { codeOf, EmbeddedPostgresError, reasonOf } from './errors.ts'
import { commandFor, type Runner } from './runner.ts'

const run = promisify(execFile)

// They go into the cluster's postgresql.conf, where an operator can change them. Durability stays on.
const settings = [
  'max_connections=50',
  'shared_buffers=256MB',
  'min_wal_size=32MB',
  'max_wal_size=256MB',
  'log_checkpoints=off',
]

const inProgress = new Set<string>()

/** Makes the cluster under another name and renames it when complete. Of several first starts one wins. */
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
    const existsByNow = ['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')
    if (!existsByNow) fail(error)
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

/** Deletes drafts whose process, named in the folder's name, was killed. */
async function removeLeftovers(folder: string): Promise<void> {
  const beginning = `${basename(folder)}.init-`
  for (const name of await readdir(dirname(folder))) {
    const draft = join(dirname(folder), name)
    if (!name.startsWith(beginning) || inProgress.has(draft)) continue
    const maker = Number.parseInt(name.slice(beginning.length), 10)
    if (maker !== process.pid && isAlive(maker)) continue
    // Its initdb may still be writing; the next start tries again.
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

/** Otherwise a power cut could undo the rename after data was committed inside. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}
