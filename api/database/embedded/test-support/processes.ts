import { spawn } from 'node:child_process'
import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { isServerOf, readPidFile } from '../server.ts'

export type Holder = { child: ChildProcess; pid: number; url: string; name: string; message: string }

const script = new URL('holder.ts', import.meta.url).pathname

/** Starts a holder and waits for its one line. It leads a process group, as a program in a terminal does. */
export async function startHolder(args: string[], options: SpawnOptions = {}): Promise<Holder> {
  return startProgram([process.execPath, script, ...args], options)
}

export async function startProgram(command: string[], options: SpawnOptions = {}): Promise<Holder> {
  const child = spawnGroup(command, options)
  const lines = createInterface({ input: child.stdout! })
  const [line] = await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => ['{"message":"It died"}']),
  ])
  return { url: '', name: '', message: '', ...JSON.parse(line), child, pid: child.pid! }
}

export function spawnGroup([program = '', ...args]: string[], options: SpawnOptions = {}): ChildProcess {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true, ...options })
  onTestFinished(() => kill(child))
  return child
}

/** Kills it and its group, and returns when it is gone. */
export async function kill(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  process.kill(-child.pid!, signal)
  await exit
}

export async function findServer(folder: string): Promise<number> {
  const pidFile = await readPidFile(folder)
  if (pidFile === undefined) throw new Error(`No server on ${folder}`)
  return pidFile.pid
}

export async function killServer(folder: string): Promise<void> {
  const pid = await findServer(folder)
  process.kill(pid, 'SIGKILL')
  await until(async () => !(await isServerOf(folder, pid)))
}

export async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 150_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Timed out waiting for ${condition}`)
    await sleep(20)
  }
}
