import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import type { Service } from '../../runtime/keep-running.ts'
import { OperatorError, errorReason } from '../../runtime/operator.ts'
import type { Cluster } from './cluster.ts'
import {
  discardPidFile,
  isServedFrom,
  isServerOf,
  isSocketFolder,
  type Launch,
  launchServer,
  makeSocketFolder,
  type PidFile,
  readPidFile,
  remakeSocketFolder,
  stopServer,
} from './server.ts'

/** A running server that this process owns. */
export type ClaimedServer = Service & { sql: postgres.Sql; socketFolder: string }

const startTimeoutMs = 30_000
// Milliseconds in which the server notices that a killed owner is gone.
const ownerTimeoutMs = 3_000

/**
 * Takes ownership of the server that runs on the cluster, or starts one. `preferredSocketFolder` is for a new
 * server; `signal` prevents starting one.
 */
export async function claimServer(
  cluster: Cluster,
  preferredSocketFolder?: string,
  signal?: AbortSignal,
): Promise<ClaimedServer> {
  const { folder } = cluster
  const deadline = Date.now() + startTimeoutMs
  let socketFolder = preferredSocketFolder
  let launch: Launch | undefined
  let ownerDeadline = Infinity
  let refusal: unknown
  try {
    for (;;) {
      const pidFile = await readPidFile(folder)
      const owned = pidFile?.status === 'ready' ? await takeOwnership(folder, pidFile) : undefined
      if (pidFile === undefined) await launchIfNeeded()
      else if (owned === 'taken') {
        ownerDeadline = Math.min(ownerDeadline, Date.now() + ownerTimeoutMs)
        if (Date.now() > ownerDeadline)
          throw new OperatorError(
            `${folder} is in use by another process; stop it first, or set DATA_DIR to another folder.`,
          )
      } else if (owned !== undefined && !(owned instanceof Error)) {
        if (isSocketFolder(owned.socketFolder)) return owned
        await owned.sql.end({ timeout: 0 })
        throw new OperatorError(
          `PostgreSQL runs on ${folder} already (process ${pidFile.pid}), started by other means; stop it first.`,
        )
      } else {
        refusal = owned
        if (!(await isServerOf(folder, pidFile.pid))) await discardPidFile(folder, pidFile)
      }
      if (Date.now() > deadline) throw new OperatorError(await describeStall(pidFile))
      await sleep(50)
    }
  } finally {
    // Another process may own a server that was started here.
    if (socketFolder !== undefined && !(await isServedFrom(folder, socketFolder)))
      await rm(socketFolder, { recursive: true, force: true })
  }

  async function launchIfNeeded() {
    if (launch?.running) return
    if (launch !== undefined) {
      if (!(await launch.mayTryAgain()))
        throw new OperatorError(`PostgreSQL did not start on ${folder}. ${await launch.explain()}`)
      await sleep(200)
    }
    signal?.throwIfAborted()
    if (socketFolder === undefined) socketFolder = await makeSocketFolder(cluster.runner.account)
    else await remakeSocketFolder(socketFolder, cluster.runner.account)
    launch = await launchServer(cluster, socketFolder)
  }

  async function describeStall(pidFile: PidFile | undefined): Promise<string> {
    if (pidFile === undefined)
      return `PostgreSQL did not start on ${folder} within ${startTimeoutMs / 1000} seconds. ${(await launch?.explain()) ?? ''}`
    if (pidFile.status !== 'ready')
      return `PostgreSQL (process ${pidFile.pid}) is still ${pidFile.status || 'starting'} on ${folder}; try again in a while, see ${cluster.logFile}.`
    return `PostgreSQL (process ${pidFile.pid}) runs on ${folder} but does not answer in ${pidFile.socketFolder} (${errorReason(refusal)}); stop the server that started it or, if none runs, that process, and try again.`
  }
}

const lockKey = 7_209_184_355

/**
 * Whoever holds the advisory lock owns the data folder: the server releases it when the connection ends, even if the
 * owner was killed. Returns an Error that says why no server of this folder answers.
 */
async function takeOwnership(
  folder: string,
  { pid, port, socketFolder }: PidFile,
): Promise<ClaimedServer | 'taken' | Error> {
  const { promise: closed, resolve: onclose } = Promise.withResolvers<void>()
  const sql = postgres({
    path: join(socketFolder, `.s.PGSQL.${port}`),
    username: 'postgres',
    database: 'postgres',
    ssl: false,
    max: 1,
    // postgres.js would replace the connection within the hour.
    max_lifetime: null,
    idle_timeout: 0,
    connect_timeout: 5,
    fetch_types: false,
    connection: { application_name: 'founderlist owner' },
    onnotice: () => {},
    onclose: () => onclose(),
  })
  const end = () => sql.end({ timeout: 0 })
  try {
    // The postmaster.pid of a copied data folder points to the server of the original.
    const [{ served }] = await sql<[{ served: string }]>`select current_setting('data_directory') as served`
    if (served !== folder) throw new Error(`this is the server of ${served}`)
    const [{ locked }] = await sql<[{ locked: boolean }]>`select pg_try_advisory_lock(${lockKey}) as locked`
    if (locked) {
      const lost = closed.then(end).then(() => 'its connection was lost')
      return { sql, socketFolder, lost, stop: () => stopServer(folder, pid).then(end) }
    }
    await end()
    return 'taken'
  } catch (error) {
    await end()
    return error instanceof Error ? error : new Error(String(error))
  }
}
