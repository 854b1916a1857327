import { mkdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { findServerAccount, giveTreeTo, isRoot } from './accounts.ts'
import { locateBinaries } from './binaries.ts'
import type { Binaries } from './binaries.ts'
import { inspectCluster } from './cluster.ts'
import { EmbeddedPostgresError, reasonOf } from './errors.ts'
import { makeCluster } from './make-cluster.ts'
import { chooseRunner } from './runner.ts'
import type { Runner } from './runner.ts'
import { socketBase } from './socket-folder.ts'

/** Everything that stays the same while a server of one cluster is started, stopped and started again. */
export type Place = {
  folder: string
  logFile: string
  binaries: Binaries
  runner: Runner
  log: (line: string) => void
}

/** Leaves a cluster that this process can run in `folder`. */
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

/** The one true path, which the server is recognised by. */
async function findFolder(path: string): Promise<string> {
  const folder = resolve(path)
  try {
    await mkdir(dirname(folder), { recursive: true })
    return await realpath(folder).catch(async () => join(await realpath(dirname(folder)), basename(folder)))
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There is no place for PostgreSQL's data in ${folder}: ${reasonOf(error)}`,
    )
  }
}
