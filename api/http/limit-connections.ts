import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Options = {
  max: number
  maxPerNetwork: number
  /** Undefined for a trusted proxy, which only the total limit bounds. */
  networkOf: (address: string) => string | undefined
}

/** At a limit, a new connection replaces the longest idle one. If none is idle, the new one is closed. */
export function limitConnections(server: Server, { max, maxPerNetwork, networkOf }: Options) {
  /** Last used last. `answering`: responses that are not closed. A connection without any is idle. */
  const connections = new Map<Socket, { network: string | undefined; answering: number }>()

  function closeIdle(isWanted: (network: string | undefined) => boolean): boolean {
    const known = connections.entries()
    const found = known.find(([, { network, answering }]) => answering === 0 && isWanted(network))
    if (!found) return false
    connections.delete(found[0])
    found[0].destroy()
    return true
  }

  function hasRoom(network: string | undefined): boolean {
    const isSame = (other: string | undefined) => other === network
    const count = [...connections.values()].filter((known) => isSame(known.network)).length
    if (network !== undefined && count >= maxPerNetwork && !closeIdle(isSame)) return false
    return connections.size < max || closeIdle(() => true)
  }

  function use(socket: Socket, added: number): void {
    const known = connections.get(socket)
    if (!known) return
    known.answering += added
    connections.delete(socket)
    connections.set(socket, known)
  }

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (!hasRoom(network)) {
      socket.destroy()
      return
    }
    connections.set(socket, { network, answering: 0 })
    socket.once('close', () => connections.delete(socket))
  })

  return {
    /** Call for each request: resets the idle time of the connection. */
    touch: (socket: Socket) => use(socket, 0),
    /** The connection is not idle until the response closes. */
    markActive: (socket: Socket, response: ServerResponse) => {
      use(socket, 1)
      response.once('close', () => use(socket, -1))
    },
  }
}
