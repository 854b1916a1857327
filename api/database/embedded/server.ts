import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { glob, link, mkdir, mkdtemp, readFile, readlink, rename, rm, rmdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ignoreMissing } from '../../runtime/durable-files.ts'
import { errorReason } from '../../runtime/operator.ts'
import { type Account, commandFor, chownTo } from './account.ts'
import type { Cluster } from './cluster.ts'
import { openServerLog, readServerLog, sizeOf } from './server-log.ts'

const run = promisify(execFile)

const usualPort = 5432

/**
 * Outside the data folder: a socket path has at most 103 bytes. Commas or quotes would need escaping. A service of systemd
 * has its own /tmp, in which commands would not find the socket.
 */
export function socketBase(): string {
  const base = process.env['RUNTIME_DIRECTORY'] ?? tmpdir()
  return /^[\w/.+-]{1,50}$/.test(base) ? base : '/tmp'
}

const folderPrefix = 'founderlist-'

export async function makeSocketFolder(account: Account | undefined): Promise<string> {
  await deleteEmptyFolders()
  const folder = await mkdtemp(join(socketBase(), folderPrefix))
  await chownTo(account, folder)
  return folder
}

/** Milliseconds. Longer than a start takes, in which the folder is empty. */
const emptyFor = 10 * 60_000

/** A server that ends after its owner was killed leaves its socket folder empty. */
async function deleteEmptyFolders(): Promise<void> {
  for await (const name of glob(`${folderPrefix}${'[0-9A-Za-z]'.repeat(6)}`, { cwd: socketBase() })) {
    const folder = join(socketBase(), name)
    const age = Date.now() - ((await stat(folder).catch(ignoreMissing))?.mtimeMs ?? Infinity)
    // Fails if it is not empty, or somebody else's.
    if (age > emptyFor) await rmdir(folder).catch(() => {})
  }
}

/** Deletes what a dead server left. */
export async function remakeSocketFolder(folder: string, account: Account | undefined): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  await chownTo(account, folder)
}

export function isSocketFolder(folder: string): boolean {
  return basename(folder).startsWith(folderPrefix)
}

/** For `connect`, psql and pg_dump. */
export function databaseUrl(folder: string, name: string): string {
  return `postgres://${name}@localhost:${usualPort}/${name}?host=${encodeURIComponent(folder)}`
}

/** postmaster.pid. After a power cut it may be empty: then `pid` is NaN. */
export type PidFile = { text: string; pid: number; port: string; socketFolder: string; status: string }

export async function readPidFile(folder: string): Promise<PidFile | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(ignoreMissing)
  if (text === undefined) return undefined
  const lines = text.split('\n').map((line) => line.trim())
  const [pid = '', , , port = '', socketFolder = '', , , status = ''] = lines
  return { text, pid: Number.parseInt(pid, 10), port, socketFolder, status }
}

/**
 * Looks at the process, since the id in a stale file may belong to another program. A server works in its data folder,
 * however `-D` names it; where that cannot be read (macOS, another account), its command line has to name the folder.
 */
export async function isServerOf(folder: string, pid: number): Promise<boolean> {
  if (!(pid > 0)) return false
  const command = await readCommandLine(pid)
  const place = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  return place === undefined
    ? `${command} `.includes(`/postgres -D ${folder} `)
    : place === folder && command.includes('postgres')
}

/** Empty for a process that is gone or a zombie. */
async function readCommandLine(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux')
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
    const env = { ...process.env, LC_ALL: 'en_US.UTF-8' }
    return (await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { env })).stdout.trimEnd()
  } catch {
    return ''
  }
}

// A server fills its file at once. One that stays empty was left by a power cut.
const fillTimeoutMs = 5_000

/** Deletes a stale file, but not one that a server wrote since it was read. */
export async function discardPidFile(folder: string, stale: PidFile): Promise<void> {
  const path = join(folder, 'postmaster.pid')
  const aside = join(folder, `postmaster.pid.${randomUUID()}`)
  try {
    if (stale.text === '' && Date.now() - (await stat(path)).mtimeMs < fillTimeoutMs) return
    await rename(path, aside)
    if ((await readFile(aside, 'utf8')) !== stale.text) await link(aside, path)
    await rm(aside)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

export type Launch = Awaited<ReturnType<typeof launchServer>>

/** `lock_file_exists`, the SQLSTATE in both cases. The exit code is 1 for every failure. */
const lockFileExists = 'F0001'

// The server has its own session: Ctrl-C must reach only the app, which stops the server after its last query.
export async function launchServer(cluster: Cluster, socketFolder: string) {
  const log = await openServerLog(cluster.logFile, cluster.runner.account)
  const start = await sizeOf(cluster.logFile)
  const settings = [
    'listen_addresses=',
    `port=${usualPort}`,
    `unix_socket_directories=${socketFolder}`,
    // With the SQLSTATE, which `mayTryAgain` reads.
    'log_line_prefix=%m [%p] %e ',
  ]
  const args = ['-D', cluster.folder, ...settings.flatMap((setting) => ['-c', setting])]
  const [program, programArgs, options] = commandFor(cluster.runner, cluster.binaries.postgres, args)
  const child = spawn(program, programArgs, { ...options, detached: true, stdio: ['ignore', log.fd, log.fd] })

  let end = ''
  const launch = {
    running: true,
    /** Why it ended, or what it has logged by now. */
    explain: async () => `${end}\n${await readServerLog(cluster.logFile, start)}`.trim(),
    /** Whether another start was faster, or a dead server's children still hold its memory (about 2 s). */
    mayTryAgain: async () =>
      child.exitCode === 0 || (await readServerLog(cluster.logFile, start)).includes(` ${lockFileExists} `),
  }
  child.once('exit', (code, signal) => {
    end = `It ended with ${signal ?? `code ${code}`}; the end of ${cluster.logFile}:`
    launch.running = false
  })
  child.once('error', (error) => {
    end = errorReason(error)
    launch.running = false
  })
  child.unref()
  await log.close()
  return launch
}

// SIGINT is a fast shutdown. After the other two the next start has to recover.
const escalation = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 8_000],
  ['SIGKILL', 2_000],
] as const

/** Returns when the server is gone. */
export async function stopServer(folder: string, pid: number): Promise<void> {
  for (const [signal, timeoutMs] of escalation) {
    const deadline = Date.now() + timeoutMs
    if (!(await isServerOf(folder, pid))) return
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
    while (Date.now() < deadline && (await isServerOf(folder, pid))) await sleep(20)
  }
}

export async function isServedFrom(folder: string, socketFolder: string): Promise<boolean> {
  const pidFile = await readPidFile(folder)
  return pidFile?.socketFolder === socketFolder && (await isServerOf(folder, pidFile.pid))
}
