import { rm } from 'node:fs/promises'
import type { Sql } from 'postgres'
import { keepRunning } from '../../runtime/keep-running.ts'
import { OperatorError, errorReason } from '../../runtime/operator.ts'
import { repeat } from '../../runtime/repeat.ts'
import { claimServer } from './claim.ts'
import { prepareCluster } from './cluster.ts'
import { rotateServerLog } from './server-log.ts'
import { databaseUrl, isServedFrom, isServerOf, isSocketFolder, readPidFile } from './server.ts'

export type EmbeddedPostgresOptions = {
  /** Holds the cluster. The log is `<folder>.log`. */
  folder: string
  log?: (line: string) => void
  /** POSTGRES_BIN: the folder of the programs to use. */
  binFolder?: string | undefined
  /** Milliseconds between checks whether the log is too long. */
  logCheckInterval?: number
}

const database = 'founderlist'

/**
 * Runs PostgreSQL on `folder` until `stop`, and restarts it in the same socket folder when it dies. Takes over a server
 * that a killed process left running. Throws OperatorError, also while another process uses the folder.
 */
export async function startEmbeddedPostgres({
  folder: path,
  log = () => {},
  binFolder,
  logCheckInterval = 60_000,
}: EmbeddedPostgresOptions) {
  try {
    const cluster = await prepareCluster(path, binFolder, log)
    const first = await claimServer(cluster)
    const { socketFolder } = first
    const kept = keepRunning(first, { name: 'PostgreSQL', start: reclaim, log })

    const report = (error: unknown) => log(errorReason(error))
    const keepShort = () => rotateServerLog(cluster.logFile)
    const rotating = repeat(keepShort, { interval: logCheckInterval, waits: true, report })

    async function reclaim(signal: AbortSignal) {
      for (;;) {
        const next = await claimServer(cluster, socketFolder, signal)
        if (next.socketFolder === socketFolder) return next
        // Started by a process that was killed meanwhile. Our URL has another socket folder.
        await next.stop()
      }
    }

    async function stop(): Promise<void> {
      rotating[Symbol.dispose]()
      await kept.stop()
      // Another process may own the server by now.
      if (!(await isServedFrom(cluster.folder, socketFolder)))
        await rm(socketFolder, { recursive: true, force: true })
    }

    await ensureDatabase(first.sql).catch(async (error: unknown) => {
      await stop()
      throw error
    })
    // A restart does not change the URL.
    return { url: databaseUrl(socketFolder, database), stop }
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`PostgreSQL could not be started on ${path}: ${errorReason(error)}`, {
      cause: error,
    })
  }
}

/** The role is not a superuser: the launcher needs the connections reserved for superusers. Tests need `createdb`. */
async function ensureDatabase(sql: Sql): Promise<void> {
  const roles = await sql`select from pg_roles where rolname = ${database}`
  if (roles.length === 0) await sql`create role ${sql(database)} login createdb`
  const databases = await sql`select from pg_database where datname = ${database}`
  if (databases.length === 0) await sql`create database ${sql(database)} owner ${sql(database)}`
}

/** URL of the embedded server that runs on `folder`, whichever process started it. Undefined if none runs. */
export async function findEmbeddedPostgres(folder: string): Promise<string | undefined> {
  const file = await readPidFile(folder)
  if (!file || !isSocketFolder(file.socketFolder) || !(await isServerOf(folder, file.pid))) return undefined
  return databaseUrl(file.socketFolder, database)
}
