import { once } from 'node:events'
import { createServer } from 'node:net'
import { OperatorError } from '../runtime/explain.ts'

export class PortTakenError extends OperatorError {
  override name = 'PortTakenError'
}

/** Rejects with PortTakenError where another program on this machine listens on the port. */
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
