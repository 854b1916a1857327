import { mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type Account, findServerAccount, giveTreeTo, isRoot } from './accounts.ts'
import { locateBinaries, type Binaries } from './binaries.ts'
import { codeOf, EmbeddedPostgresError, reasonOf } from './errors.ts'
import { makeCluster } from './make-cluster.ts'
import { chooseRunner, type Runner } from './runner.ts'
import { socketBase } from './socket-folder.ts'

export type Place = {
  folder: string
  logFile: string
  binaries: Binaries
  runner: Runner
  log: (line: string) => void
}

/** Makes the cluster if there is none, and finds an account that can run it. */
export async function preparePlace(
  path: string,
  nativeFolder: string | undefined,
  log: Place['log'],
): Promise<Place> {
  const binaries = await locateBinaries(nativeFolder)
  const folder = await findFolder(path)
  const cluster = await inspectCluster(folder)
  const standard = await findServerAccount()
  const account = isRoot() && cluster !== undefined && cluster.owner.uid !== 0 ? cluster.owner : standard
  const runner = await chooseRunner(account, binaries, [dirname(folder), socketBase()])
  if (cluster === undefined) {
    log(`Making a PostgreSQL cluster in ${folder}`)
    await makeCluster(folder, binaries.initdb, runner)
  } else if (cluster.majorVersion !== runner.majorVersion) {
    throw new EmbeddedPostgresError(
      `${folder} holds data of PostgreSQL ${cluster.majorVersion}, and this is PostgreSQL ${runner.majorVersion}; move the data over with pg_dump, or set DATA_DIR to another folder.`,
    )
  } else if (account !== undefined && cluster.owner.uid === 0) {
    await giveTreeTo(account, folder)
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
    throw new EmbeddedPostgresError(
      `PostgreSQL's data folder cannot be created in ${folder}: ${reasonOf(error)}`,
    )
  }
}

/** Undefined where there is no cluster yet. */
async function inspectCluster(folder: string): Promise<{ owner: Account; majorVersion: string } | undefined> {
  const found = await stat(folder).catch(ignoreMissing)
  if (found === undefined) return undefined
  if (!found.isDirectory())
    throw new EmbeddedPostgresError(`${folder} should be a folder for PostgreSQL's data, but is a file.`)
  if (!isRoot() && found.uid !== process.getuid?.())
    throw new EmbeddedPostgresError(
      `${folder} belongs to user ${found.uid} and this process is user ${process.getuid?.()}; start as root or as that user, or set DATA_DIR to another folder.`,
    )
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(ignoreMissing)
  if (version !== undefined)
    return { owner: { uid: found.uid, gid: found.gid }, majorVersion: version.trim() }
  if ((await readdir(folder)).length === 0) return undefined
  throw new EmbeddedPostgresError(
    `${folder} holds files that are not PostgreSQL's data; set DATA_DIR to another folder.`,
  )
}

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}
