/**
 * Sends a signal to processes of a database. One that has ended meanwhile needs none: the server's own come and go, and
 * a backend ends with its connection.
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
