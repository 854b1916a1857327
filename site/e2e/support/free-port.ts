import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** So many ports are this process's to give away before it begins again; processes that run at once have other ones. */
const [portsEach, shares] = [30, 400]
let given = 0
/** The two workers of a run never have the same share, whatever their process ids are. */
const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? process.env['VITEST_POOL_ID'] ?? 0)
const share = process.pid * 2 + (worker % 2)

/**
 * A port of this machine that is free, with a free one after it for who needs two. It lies below those that the
 * kernel gives to clients: any connection of a process beside this one may take one of those, and keep it for a minute
 * after it was closed, between this answer and the start of the server that it is for.
 */
export async function findFreePort(): Promise<number> {
  const first = lowestPort() + (share % shares) * portsEach
  for (let tried = 0; tried < portsEach / 2; tried += 1) {
    const port = first + ((given += 2) % portsEach)
    if ((await isFree(port)) && (await isFree(port + 1))) return port
  }
  throw new Error(`No port of ${first} to ${first + portsEach - 1} is free`)
}

function lowestPort(): number {
  const path = '/proc/sys/net/ipv4/ip_local_port_range'
  // Where there is no such file the kernel is another one, which begins higher than Linux does.
  const firstOfClients = existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) : 32_768
  return Math.max(1_100, firstOfClients - shares * portsEach)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
