import { execFile, type ExecFileException } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { access, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isAlive } from './is-alive.ts'
import { listFiles } from './list-files.ts'
import { OperatorError } from './operator.ts'

type Sources = {
  /** Globs below the checkout. */
  include: string[]
  /** Matches paths that a build does not depend on. */
  exclude: RegExp
}

/** A hash of the sources, independent of where the checkout is. */
export async function readSourceVersion(checkout: string, { include, exclude }: Sources): Promise<string> {
  const files = (await listFiles(checkout, include)).filter((path) => !exclude.test(path))
  const hash = createHash('sha256')
  for (const path of files.toSorted()) {
    const body = await readFile(join(checkout, path))
    hash.update(`${path}\0`).update(body).update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

type Build = {
  /** For the log. */
  name: string
  /** `<builds>/<version>`, see `readSourceVersion`. */
  builds: string
  version: string
  /** Megabytes of memory that a machine or container must have to build it beside the server. */
  memory: number
  /** A package that builds it, which an installation that only serves lacks. */
  tool: string
  /** Builds into a folder that does not exist yet. */
  make: (folder: string) => Promise<void>
  log: (line: string) => void
}

/**
 * The folder of a version's build. A missing build is made, and renamed when complete. Throws what `make` throws, or
 * OperatorError if there is too little memory, which would end in an OOM kill of the server.
 */
export async function buildOnce({ name, builds, version, memory, tool, make, log }: Build): Promise<string> {
  const folder = join(builds, version)
  if (existsSync(folder)) {
    await touch(folder)
    return folder
  }
  if (!isInstalled(tool))
    throw new OperatorError(
      `The ${name} of this version must be built, which needs the development packages: run \`npm ci --include=dev\`, ` +
        'or copy the folder .build from a machine that has them (docs/operations/deploy.md)',
    )
  const limit = Math.floor(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20)
  if (limit < memory)
    throw new OperatorError(
      `The ${name} of this version cannot be built here, which takes ${memory} MB of memory; the limit is ${limit} MB. ` +
        'Run `npm run prepare:version` on another machine and copy its folder .build (docs/operations/deploy.md)',
    )
  await makeWritable(name, builds)
  log(`Building the ${name} of this version…`)
  const startedAt = performance.now()
  const attempt = join(builds, `attempt-${process.pid}`)
  try {
    await make(attempt)
    // Another process may have been first; its build is the same.
    await rename(attempt, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(attempt, { recursive: true, force: true })
  }
  await deleteOthers(builds, version)
  // After `deleteOthers`, which touches the replaced version: the newest time marks the version in use.
  await touch(folder)
  log(`Built the ${name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  return folder
}

function isInstalled(name: string): boolean {
  try {
    return findPackageJSON(name, import.meta.url) !== undefined
  } catch {
    return false
  }
}

/** Throws OperatorError, for example in a read-only app folder. */
async function makeWritable(name: string, builds: string): Promise<void> {
  try {
    await mkdir(builds, { recursive: true })
    await access(builds, constants.W_OK)
  } catch (cause) {
    // Without the code: Node says ENOENT of a read-only disk.
    throw new OperatorError(
      `The ${name} of this version must be built, but ${builds} cannot be written: run \`npm run prepare:version\` while it can be, afterwards the app folder may be read-only`,
      { cause },
    )
  }
}

/**
 * Rolldown's memory is outside V8's heap. Without huge pages and threads of its own, it needs half as much
 * (`npm run bench:memory -- 1024`).
 */
const frugal = {
  MIMALLOC_ALLOW_THP: '0',
  MIMALLOC_PURGE_DELAY: '0',
  RAYON_NUM_THREADS: '1',
  ROLLDOWN_WORKER_THREADS: '1',
  NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --max-semi-space-size=4 --max-old-space-size=384`,
}

/** Delays in milliseconds before retries, if the process could not start or was killed. */
const retryDelays = [0, 1_000]

/**
 * Runs a Node script that ends when its standard input closes, so that it never outlives this process. Throws
 * OperatorError with its standard error output, or AbortError.
 */
export async function runBuildScript(name: string, words: string[], signal?: AbortSignal): Promise<void> {
  // Under `node --watch` a child would report the files it loads over a channel that it does not have.
  const { WATCH_REPORT_DEPENDENCIES: _, ...inherited } = process.env
  const quiet = { ASTRO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }
  const env = { ...inherited, ...quiet, ...frugal, NODE_ENV: 'production' }
  for (let tried = 0; ; tried += 1) {
    try {
      await promisify(execFile)(process.execPath, words, { env, signal, maxBuffer: 16 * 1024 * 1024 })
      return
    } catch (error) {
      signal?.throwIfAborted()
      const { code, signal: ended, stderr = '', message } = error as ExecFileException
      // After an exit code, a retry would fail again.
      const pause = typeof code === 'number' ? undefined : retryDelays[tried]
      if (pause === undefined)
        throw new OperatorError(
          ended
            ? `The ${name} could not be built: ${ended} ended the build, perhaps for lack of memory`
            : `The ${name} could not be built:\n${stderr.trim() || message}`,
        )
      await sleep(pause, undefined, { signal })
    }
  }
}

/** Running processes and open tabs may still load parts of an earlier version. In milliseconds. */
const maxAge = 24 * 60 * 60_000

/** Deletes old versions, and the leftovers of killed builds. */
async function deleteOthers(builds: string, version: string): Promise<void> {
  const others: Array<{ folder: string; usedAt: number }> = []
  const remove = (folder: string) => rm(folder, { recursive: true, force: true })
  for (const name of await readdir(builds)) {
    const folder = join(builds, name)
    const [, pid] = /^attempt-(\d+)$/.exec(name) ?? []
    if (pid === undefined && name !== version) others.push({ folder, usedAt: (await stat(folder)).mtimeMs })
    else if (pid !== undefined && !isAlive(Number(pid))) await remove(folder)
  }
  const [replaced, ...older] = others.toSorted((one, other) => other.usedAt - one.usedAt)
  if (replaced) await touch(replaced.folder, Date.now() - 1_000)
  for (const { folder, usedAt } of older) if (Date.now() - usedAt > maxAge) await remove(folder)
}

/** Ignores errors: another process may have deleted the folder. */
async function touch(folder: string, at = Date.now()): Promise<void> {
  await utimes(folder, new Date(at), new Date(at)).catch(() => undefined)
}
