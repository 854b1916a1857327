import { spawn } from 'node:child_process'
import { type FileHandle, open, rename, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './accounts.ts'
import { codeOf, reasonOf } from './errors.ts'
import { isServerOf, readPidFile } from './pid-file.ts'
import type { Place } from './place.ts'
import { commandFor } from './runner.ts'
import { port } from './socket-folder.ts'

export type Launch = { running: boolean; explain(): Promise<string> }

// The server has its own session: Ctrl-C must reach only the app, which stops the server after its last query.
export async function launchServer(place: Place, socketFolder: string): Promise<Launch> {
  const log = await openServerLog(place.logFile, place.runner.account)
  const start = await sizeOf(place.logFile)
  const settings = ['listen_addresses=', `port=${port}`, `unix_socket_directories=${socketFolder}`]
  const args = ['-D', place.folder, ...settings.flatMap((setting) => ['-c', setting])]
  const [program, programArgs, options] = commandFor(place.runner, place.binaries.postgres, args)
  const child = spawn(program, programArgs, { ...options, detached: true, stdio: ['ignore', log.fd, log.fd] })

  let end = ''
  const launch = {
    running: true,
    explain: async () => `${end}\n${await readServerLog(place.logFile, start)}`.trim(),
  }
  child.once('exit', (code, signal) => {
    end = `It ended with ${signal ?? `code ${code}`}; the end of ${place.logFile}:`
    launch.running = false
  })
  child.once('error', (error) => {
    end = reasonOf(error)
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
  for (const [signal, patience] of escalation) {
    const deadline = Date.now() + patience
    if (!(await isServerOf(folder, pid))) return
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (codeOf(error) !== 'ESRCH') throw error
    }
    while (Date.now() < deadline && (await isServerOf(folder, pid))) await sleep(20)
  }
}

export async function isServedFrom(folder: string, socketFolder: string): Promise<boolean> {
  const pidFile = await readPidFile(folder)
  return pidFile?.socketFolder === socketFolder && (await isServerOf(folder, pidFile.pid))
}

const keptBytes = 5_000_000

async function openServerLog(path: string, account: Account | undefined): Promise<FileHandle> {
  if ((await sizeOf(path)) > keptBytes) await rename(path, `${path}.1`)
  const file = await open(path, 'a', 0o600)
  // An ordinary user who owns the cluster must be able to write to a log that root made.
  if (account !== undefined) await file.chown(account.uid, account.gid)
  return file
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  )
}

/** The last 20 lines written since byte `start`. */
async function readServerLog(path: string, start: number): Promise<string> {
  await using file = await open(path, 'r')
  const length = Math.max(0, (await file.stat()).size - start)
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, start)
  return buffer.toString('utf8').trim().split('\n').slice(-20).join('\n')
}
