import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Options = {
  max: number
  maxPerNetwork: number
  /** Undefined for a trusted proxy, which only the total limit bounds. */
  networkOf: (address: string) => string | undefined
}

export type ConnectionTracker = {
  /** Call for each request: resets the idle time of the connection. */
  touch: (socket: Socket) => void
  /** The connection is not idle until the response closes. */
  markActive: (socket: Socket, response: ServerResponse) => void
}

/** At a limit, a new connection replaces the longest idle one. If none is idle, the new one is closed. */
export function limitConnections(
  server: Server,
  { max, maxPerNetwork, networkOf }: Options,
): ConnectionTracker {
  const networks = new Map<Socket, string | undefined>()
  const active = new Map<Socket, number>()
  /** Longest idle first. A connection that has not sent a request yet is idle. */
  const idle = new Set<Socket>()

  function closeIdle(isWanted: (socket: Socket) => boolean): boolean {
    const longest = idle.values().find(isWanted)
    if (!longest) return false
    remove(longest)
    longest.destroy()
    return true
  }

  function remove(socket: Socket): void {
    for (const known of [networks, active, idle]) known.delete(socket)
  }

  function hasRoom(network: string | undefined): boolean {
    const isOfNetwork = (socket: Socket) => networks.get(socket) === network
    const isNetworkFull = network !== undefined && countOf(networks, network) >= maxPerNetwork
    if (isNetworkFull && !closeIdle(isOfNetwork)) return false
    return networks.size < max || closeIdle(() => true)
  }

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (!hasRoom(network)) {
      socket.destroy()
      return
    }
    networks.set(socket, network)
    idle.add(socket)
    socket.once('close', () => remove(socket))
  })

  return {
    touch: (socket) => {
      if (idle.delete(socket)) idle.add(socket)
    },
    markActive: (socket, response) => {
      idle.delete(socket)
      active.set(socket, (active.get(socket) ?? 0) + 1)
      response.once('close', () => {
        const left = (active.get(socket) ?? 1) - 1
        if (!networks.has(socket)) return
        if (left > 0) active.set(socket, left)
        else {
          active.delete(socket)
          idle.add(socket)
        }
      })
    },
  }
}

function countOf(networks: Map<Socket, string | undefined>, network: string): number {
  let count = 0
  for (const each of networks.values()) if (each === network) count += 1
  return count
}
