import { type ChildProcess, fork, type ForkOptions } from 'node:child_process'
import { once } from 'node:events'

/**
 * Forks a Node program. Rejects with the system's error where no process can be had just now (EAGAIN, EMFILE, ENOMEM);
 * `fork` itself throws some of these, and emits the others, which end this process if nobody listens.
 */
export async function forkSafely(script: string, options: ForkOptions): Promise<ChildProcess> {
  const child = fork(script, options)
  if (child.pid === undefined) {
    const [error] = (await once(child, 'error')) as [Error]
    throw error
  }
  // A signal that could not be sent, say. Its end is told by `exit`.
  child.on('error', () => {})
  return child
}
