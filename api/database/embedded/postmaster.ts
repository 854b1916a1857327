import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, reasonOf } from './errors.ts'
import { isServerOf, readPidFile } from './pid-file.ts'
import type { Place } from './place.ts'
import { commandFor } from './runner.ts'
import { openServerLog, readServerLog, sizeOf } from './server-log.ts'
import { port } from './socket-folder.ts'

export type Launch = { running: boolean; explain(): Promise<string> }

/**
 * Starts a server. It has a session of its own, so that Ctrl-C in a terminal reaches the app only, which stops the
 * server after its last query.
 */
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

// Fast shutdown ends queries and writes everything down; the others leave recovery to the next start.
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

/** Whether the server of `folder`, whoever started it, listens in this socket folder. */
export async function isServedFrom(folder: string, socketFolder: string): Promise<boolean> {
  const pidFile = await readPidFile(folder)
  return pidFile?.socketFolder === socketFolder && (await isServerOf(folder, pidFile.pid))
}
