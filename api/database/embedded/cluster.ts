import { execFile } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { isAlive } from '../../runtime/is-alive.ts'
import { renameOrDiscard, ignoreMissing, syncFolder } from '../../runtime/durable-files.ts'
import { OperatorError, errorReason } from '../../runtime/operator.ts'
import {
  type Account,
  chooseRunner,
  commandFor,
  findServerAccount,
  chownTo,
  chownTreeTo,
  isRoot,
  type Runner,
} from './account.ts'
import { type Binaries, locateBinaries, oldestMajor } from './binaries.ts'
import { socketBase } from './server.ts'

const run = promisify(execFile)

export type Cluster = {
  folder: string
  logFile: string
  binaries: Binaries
  runner: Runner
  log: (line: string) => void
}

/** Makes the cluster if there is none, and finds an account that can run it. */
export async function prepareCluster(
  path: string,
  binFolder: string | undefined,
  log: Cluster['log'],
): Promise<Cluster> {
  const folder = await findFolder(path)
  const existing = await inspectCluster(folder)
  const binaries = await locateBinaries(binFolder, existing?.majorVersion)
  const standard = await findServerAccount()
  const account = isRoot() && existing !== undefined && existing.owner.uid !== 0 ? existing.owner : standard
  const runner = await chooseRunner(account, binaries, [dirname(folder), socketBase()])
  if (existing !== undefined && existing.majorVersion !== runner.majorVersion) {
    throw new OperatorError(
      `${folder} holds data of PostgreSQL ${existing.majorVersion}, and ${binaries.postgres} is PostgreSQL ${runner.majorVersion}; run "npm run data:export data.json.gz" with the old programs (set POSTGRES_BIN, or use the version before this one), move the folder away, and run "npm run data:import data.json.gz" with the new ones.`,
    )
  } else if (Number(runner.majorVersion) < oldestMajor) {
    throw new OperatorError(
      `${binaries.postgres} is PostgreSQL ${runner.majorVersion}, and ${oldestMajor} or later is required; set POSTGRES_BIN to the folder of a later one.`,
    )
  } else if (existing === undefined) {
    log(`Making a PostgreSQL ${runner.majorVersion} cluster in ${folder}`)
    await makeCluster(folder, binaries.initdb, runner)
  } else if (account !== undefined && existing.owner.uid === 0) {
    await chownTreeTo(account, folder)
  }
  return { folder, logFile: `${folder}.log`, binaries, runner, log }
}

/** The path without symlinks: `isServerOf` compares it with the command line of a process. */
async function findFolder(path: string): Promise<string> {
  const folder = resolve(path)
  try {
    await mkdir(dirname(folder), { recursive: true })
    return await realpath(folder).catch(async () => join(await realpath(dirname(folder)), basename(folder)))
  } catch (error) {
    throw new OperatorError(`PostgreSQL's data folder cannot be created in ${folder}: ${errorReason(error)}`)
  }
}

async function inspectCluster(folder: string): Promise<{ owner: Account; majorVersion: string } | undefined> {
  const found = await stat(folder).catch(ignoreMissing)
  if (found === undefined) return undefined
  if (!found.isDirectory())
    throw new OperatorError(`${folder} should be a folder for PostgreSQL's data, but is a file.`)
  if (!isRoot() && found.uid !== process.getuid?.())
    throw new OperatorError(
      `${folder} belongs to user ${found.uid} and this process is user ${process.getuid?.()}; start as root or as that user, or set DATA_DIR to another folder.`,
    )
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(ignoreMissing)
  if (version !== undefined)
    return { owner: { uid: found.uid, gid: found.gid }, majorVersion: version.trim() }
  if ((await readdir(folder)).length === 0) return undefined
  throw new OperatorError(
    `${folder} holds files that are not PostgreSQL's data; set DATA_DIR to another folder.`,
  )
}

// They are added to the cluster's postgresql.conf, where an operator can change them. Durability stays on.
const settings = [
  'max_connections=50',
  // 100,000 listings do not fit into 128 MB: a search that reads 340 rows took 4 ms instead of 1.
  'shared_buffers=256MB',
  'min_wal_size=32MB',
  'max_wal_size=256MB',
  'log_checkpoints=off',
]

const inProgress = new Set<string>()

/** Creates the cluster under a temporary name and renames it when complete. If several processes do so, one wins. */
async function makeCluster(folder: string, initdb: string, runner: Runner): Promise<void> {
  await removeLeftovers(folder)
  const draft = await mkdtemp(`${folder}.init-${process.pid}-`).catch(fail)
  inProgress.add(draft)
  try {
    await chownTo(runner.account, draft)
    await run(...commandFor(runner, initdb, initdbArguments(draft, runner.majorVersion)))
    // Not with `initdb -c`, which PostgreSQL 15 lacks.
    await appendFile(join(draft, 'postgresql.conf'), `${settings.join('\n')}\n`, { flush: true })
    await renameOrDiscard(draft, folder)
    // Otherwise a power cut could undo the rename after data was committed inside.
    await syncFolder(dirname(folder))
  } catch (error) {
    fail(error)
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 3 })
    inProgress.delete(draft)
  }

  function fail(error: unknown): never {
    throw new OperatorError(`A new PostgreSQL cluster could not be made in ${folder}: ${errorReason(error)}`)
  }
}

/** With letters of all languages, sorted by code point. */
function initdbArguments(folder: string, majorVersion: string): string[] {
  const usual = [
    '--no-instructions',
    '--data-checksums',
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
  ]
  const locale =
    Number(majorVersion) < 17
      ? ['--locale=C.UTF-8']
      : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  return [...usual, ...locale, `--pgdata=${folder}`]
}

/** Deletes temporary clusters whose process was killed. Its id is in the folder's name. */
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
