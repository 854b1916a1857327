import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** Ports per range, and number of ranges. Each process reuses its own range, so that concurrent ones rarely collide. */
const [portsEach, ranges] = [30, 400]
let offset = 0
/** The two workers of a run never get the same range, whatever their process ids are. */
const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? process.env['VITEST_POOL_ID'] ?? 0)
const range = process.pid * 2 + (worker % 2)

/**
 * A free port followed by a second free one, for callers that need two. It lies below the kernel's ephemeral range:
 * before the caller's server starts, a connection of another process could take an ephemeral port, and block it for a
 * minute after closing.
 */
export async function findFreePort(): Promise<number> {
  const first = lowestPort() + (range % ranges) * portsEach
  for (let tried = 0; tried < portsEach / 2; tried += 1) {
    const port = first + ((offset += 2) % portsEach)
    if ((await isFree(port)) && (await isFree(port + 1))) return port
  }
  throw new Error(`No free port from ${first} to ${first + portsEach - 1}`)
}

function lowestPort(): number {
  const path = '/proc/sys/net/ipv4/ip_local_port_range'
  // Without this file it is not Linux; the ephemeral ports of other kernels begin higher.
  const firstOfClients = existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) : 32_768
  return Math.max(1_100, firstOfClients - ranges * portsEach)
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
