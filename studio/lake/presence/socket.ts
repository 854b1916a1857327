import type { WebSocket } from 'ws'
import type { SocketRoute } from '../http/web-sockets.ts'
import { createPresence } from './presence.ts'

/** Buffer limit for a client that does not read. */
const maxBufferedBytes = 1024 * 1024
/** Two, because a hanging tab of the Studio may miss one. */
const maxMissedPongs = 2
const heartbeatMs = 30_000

/** `/socket/:dataset`: the Studio's presence, JSON-RPC over a WebSocket. */
export function presenceSocket(dataset: string): SocketRoute {
  const presence = createPresence()
  return {
    path: new RegExp(`^/v[0-9X][0-9-]*/socket/${dataset}$`),
    open(socket) {
      const send = (message: string) => {
        if (socket.bufferedAmount > maxBufferedBytes) socket.terminate()
        else if (socket.readyState === socket.OPEN) socket.send(message)
      }
      const { receive, close } = presence.connect(send)
      socket.on('message', (data) => receive(String(data)))
      const heartbeat = startHeartbeat(socket, send)
      socket.on('close', () => {
        clearInterval(heartbeat)
        close()
      })
    },
  }
}

/** Shows the Studio that it is connected, and closes connections whose client has gone silently. */
function startHeartbeat(socket: WebSocket, send: (message: string) => void): NodeJS.Timeout {
  let missedPongs = 0
  socket.on('pong', () => (missedPongs = 0))
  return setInterval(() => {
    if (missedPongs >= maxMissedPongs) return socket.terminate()
    missedPongs += 1
    socket.ping()
    send('♥')
  }, heartbeatMs)
}
