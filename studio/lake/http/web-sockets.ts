import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { lakeErrors } from '../errors.ts'
import { type AccessRules, authorize } from './access.ts'
import { sendErrorToSocket, toLakeError } from './answers.ts'

export type SocketRoute = {
  path: RegExp
  open: (socket: WebSocket, url: URL) => void
}

const maxMessageBytes = 64 * 1024

/** Accepts WebSockets of the editor, under the same access rules as requests. */
export function createWebSockets(routes: readonly SocketRoute[], rules: AccessRules) {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })

  function findRoute(request: IncomingMessage): { url: URL; route: SocketRoute } {
    const url = URL.parse(request.url ?? '/', 'http://localhost')
    const isEditor = authorize(request, url?.pathname ?? '/', rules)
    const route = url && routes.find(({ path }) => path.test(url.pathname))
    if (!route) throw lakeErrors.notFound('There is no WebSocket at this address')
    if (!isEditor) throw lakeErrors.unauthorized()
    return { url, route }
  }

  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      socket.on('error', () => socket.destroy())
      try {
        const { url, route } = findRoute(request)
        server.handleUpgrade(request, socket, head, (opened) => {
          // Invalid or oversized messages close this connection only.
          opened.on('error', () => opened.terminate())
          route.open(opened, url)
        })
      } catch (error) {
        sendErrorToSocket(socket, toLakeError(error))
      }
    },
    close(): void {
      for (const opened of server.clients) opened.terminate()
      server.close()
    },
  }
}
