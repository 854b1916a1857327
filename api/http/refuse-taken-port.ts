import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port that something else needs is taken. The message says what it is for, and what mends it. */
export class PortTakenError extends Error {
  override name = 'PortTakenError'
}

/** Rejects with PortTakenError, in these words, where another program listens on a port of this machine. */
export async function refuseTakenPort(port: number, words: string): Promise<void> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new PortTakenError(words)
  }
  probe.close()
  await once(probe, 'close')
}
