import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The process ids of the postmaster of a cluster and of its children. */
export async function listServerProcesses(folder: string): Promise<number[]> {
  const [pid] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  // An empty text would become 0, which is the process group of the tests themselves.
  return [pid, ...children.split(' ')].map(Number).filter((found) => found > 0)
}

/**
 * Sends a signal to processes of a database. Ignores those that have ended: background workers come and go, and a
 * backend ends with its connection.
 */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
