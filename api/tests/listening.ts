import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

type Address = { host: string; port: number }

/** Waits until a process listens at an address. Disposing ends the process. Throws if it ends before. */
export async function keepListening(child: ChildProcess, address: Address): Promise<AsyncDisposable> {
  const exit = once(child, 'exit')
  while (!(await isListening(address))) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`)
    await sleep(50)
  }
  return {
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM')
      await exit
    },
  }
}

async function isListening({ host, port }: Address): Promise<boolean> {
  const socket = connect(port, host)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
