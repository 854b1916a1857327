import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Access } from './access.ts'
import { judge, type Rules } from './judge.ts'
import { answerRaw } from './raw-answer.ts'

export type Asked = { url: URL; access: Access }

/** What answers a WebSocket at the paths of a pattern. */
export type SocketRoute = {
  path: RegExp
  open: (socket: WebSocket, asked: Asked) => void
}

export type Upgrades = {
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Ends every open WebSocket. */
  close: () => void
}

const largestMessage = 64 * 1024

/** Opens WebSockets for editors, under the same rules as requests: own Host, own Origin, a known path. */
export function acceptUpgrades(routes: readonly SocketRoute[], rules: Rules): Upgrades {
  const server = new WebSocketServer({ noServer: true, maxPayload: largestMessage, clientTracking: true })
  return {
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      const url = URL.parse(request.url ?? '/', 'http://localhost')
      const verdict = judge(request, url?.pathname ?? '/', rules)
      if ('refusal' in verdict) return answerRaw(socket, 403, verdict.refusal)
      const route = url === null ? undefined : routes.find(({ path }) => path.test(url.pathname))
      if (url === null || route === undefined) return answerRaw(socket, 404, 'No WebSocket at this address')
      const { access } = verdict
      if (access?.mayWrite !== true)
        return answerRaw(socket, 401, 'This WebSocket needs the write token, or the Studio')
      server.handleUpgrade(request, socket, head, (opened) => {
        // A message that is too large or no UTF-8 closes its own connection; there is nobody else to tell.
        opened.on('error', () => opened.terminate())
        route.open(opened, { url, access })
      })
    },
    close() {
      for (const opened of server.clients) opened.terminate()
      server.close()
    },
  }
}
