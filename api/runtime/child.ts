import { type ChildProcess, fork, type ForkOptions } from 'node:child_process'
import { once } from 'node:events'
import { OperatorError } from './operator.ts'

type Options = Omit<ForkOptions, 'stdio'> & {
  name: string
  onOutput: (text: string) => void
}

/**
 * Runs a Node program with an IPC channel to this process; the program must exit when the channel closes. Throws
 * OperatorError if the system cannot start a process.
 */
export async function startChild(script: string, { name, onOutput, ...options }: Options) {
  const child = await forkSafely(script, options).catch((error: Error) => {
    throw new OperatorError(`${name} could not be started: ${error.message}`)
  })
  // For example, a signal could not be sent. The end of the process is reported by `exit`.
  child.on('error', () => {})
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput)
  return child
}

/** `fork` throws some system errors (EAGAIN, EMFILE, ENOMEM) and emits the others; this rejects with either. */
async function forkSafely(script: string, options: ForkOptions): Promise<ChildProcess> {
  const child = fork(script, { ...options, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  if (child.pid === undefined) throw ((await once(child, 'error')) as [Error])[0]
  return child
}

/** Resolves when the process has ended, with the signal or the exit code in words. */
export async function waitForEnd(child: ChildProcess): Promise<string> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.signalCode ?? `exit code ${child.exitCode}`
}

/** SIGTERM, and SIGKILL after `deadline` milliseconds. Resolves when the process has ended. */
export async function stopChild(child: ChildProcess, deadline: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const timer = setTimeout(() => child.kill('SIGKILL'), deadline)
  child.kill('SIGTERM')
  await waitForEnd(child)
  clearTimeout(timer)
}
