import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Tells the benchmark the server's port as soon as it listens. */
export function listenForParent(server: Server): void {
  const tell = () => process.send?.((server.address() as AddressInfo).port)
  if (server.listening) tell()
  else server.once('listening', tell)
}
