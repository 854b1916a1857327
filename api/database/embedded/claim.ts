import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError, reasonOf } from './errors.ts'
import { takeOwnership, type Ownership } from './ownership.ts'
import { discardPidFile, isServerOf, readPidFile, type PidFile } from './pid-file.ts'
import type { Place } from './place.ts'
import { isServedFrom, launchServer, type Launch } from './postmaster.ts'
import { isSocketFolder, makeSocketFolder, remakeSocketFolder } from './socket-folder.ts'

export type Claim = Ownership & { pid: number; socketFolder: string }

const patience = 30_000
// Until the server notices that a killed owner is gone.
const ownerPatience = 3_000

// Another start was faster, its owner stopped it again, or a dead server's children still hold its memory (about 2 s).
const transient =
  /ended with code 0;|lock file ".*" already exists|lock file ".*" is empty|pre-existing shared memory block/

/**
 * Takes ownership of the server that runs on the cluster, or starts one. `wanted` is the socket folder for a new
 * server; `signal` prevents starting one.
 */
export async function claimServer(place: Place, wanted?: string, signal?: AbortSignal): Promise<Claim> {
  const { folder } = place
  const deadline = Date.now() + patience
  let socketFolder = wanted
  let launch: Launch | undefined
  let takenUntil = Infinity
  let refusal: Error | undefined
  try {
    for (;;) {
      const pidFile = await readPidFile(folder)
      const ownership = await approach(pidFile)
      if (pidFile !== undefined && typeof ownership === 'object') return await accept(pidFile, ownership)
      if (ownership === 'taken') {
        takenUntil = Math.min(takenUntil, Date.now() + ownerPatience)
        if (Date.now() > takenUntil)
          throw new EmbeddedPostgresError(
            `${folder} is in use by another process; stop it first, or set DATA_DIR to another folder.`,
          )
      }
      if (Date.now() > deadline) throw new EmbeddedPostgresError(await describeStall(pidFile))
      await sleep(50)
    }
  } finally {
    // Another process may own a server that was started here.
    if (socketFolder !== undefined && !(await isServedFrom(folder, socketFolder)))
      await rm(socketFolder, { recursive: true, force: true })
  }

  async function approach(pidFile: PidFile | undefined) {
    if (pidFile === undefined) return launchUnlessStarting()
    if (pidFile.status === 'ready') {
      const ownership = await takeOwnership(folder, pidFile)
      if (!(ownership instanceof Error)) return ownership
      refusal = ownership
    }
    if (!(await isServerOf(folder, pidFile.pid))) await discardPidFile(folder, pidFile)
  }

  async function accept({ pid, socketFolder: served }: PidFile, ownership: Ownership): Promise<Claim> {
    if (isSocketFolder(served)) return { ...ownership, pid, socketFolder: served }
    await ownership.sql.end({ timeout: 0 })
    throw new EmbeddedPostgresError(
      `PostgreSQL runs on ${folder} already (process ${pid}), started by other means; stop it first.`,
    )
  }

  async function launchUnlessStarting() {
    if (launch?.running) return
    if (launch !== undefined) {
      const failure = await launch.explain()
      if (!transient.test(failure))
        throw new EmbeddedPostgresError(`PostgreSQL did not start on ${folder}. ${failure}`)
      await sleep(200)
    }
    signal?.throwIfAborted()
    if (socketFolder === undefined) socketFolder = await makeSocketFolder(place.runner.account)
    else await remakeSocketFolder(socketFolder, place.runner.account)
    launch = await launchServer(place, socketFolder)
  }

  async function describeStall(pidFile: PidFile | undefined): Promise<string> {
    if (pidFile === undefined)
      return `PostgreSQL did not start on ${folder} within ${patience / 1000} seconds. ${(await launch?.explain()) ?? ''}`
    if (pidFile.status !== 'ready')
      return `PostgreSQL (process ${pidFile.pid}) is still ${pidFile.status || 'starting'} on ${folder}; try again in a while, see ${place.logFile}.`
    return `PostgreSQL (process ${pidFile.pid}) runs on ${folder} but does not answer in ${pidFile.socketFolder} (${reasonOf(refusal)}); stop that process and try again.`
  }
}
