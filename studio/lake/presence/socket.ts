import type { WebSocket } from 'ws'
import type { SocketRoute } from '../http/upgrade.ts'
import { createPresenceHub } from './hub.ts'
import { presenceMethods } from './methods.ts'
import { answerRpc } from './rpc.ts'

const heartbeat = '♥'

/** Bytes that may wait for a client that does not read. */
const mostUnread = 1024 * 1024

/** `/socket/:dataset`: who is where in the Studio. A connection that goes takes its sessions along. */
export function presenceSocket(dataset: string, { heartbeatMs = 30_000 } = {}): SocketRoute {
  const hub = createPresenceHub()
  return {
    path: new RegExp(`^/v[0-9X][0-9-]*/socket/${dataset}$`),
    open(socket, { access }) {
      const participant = hub.join(access.identity)
      const send = (message: string) => {
        if (socket.bufferedAmount > mostUnread) socket.terminate()
        else if (socket.readyState === socket.OPEN) socket.send(message)
      }
      const methods = presenceMethods(participant, send)
      socket.on('message', (data) => send(answerRpc(String(data), methods)))
      const beat = keepBeating(socket, send, heartbeatMs)
      socket.on('close', () => {
        clearInterval(beat)
        participant.leave()
      })
    },
  }
}

/** As many beats may go unanswered: a tab of the Studio that hangs for one is not gone. */
const mostMissed = 1

/** Shows the Studio that it is connected, and ends a connection whose other end is gone without a word. */
function keepBeating(
  socket: WebSocket,
  send: (message: string) => void,
  milliseconds: number,
): NodeJS.Timeout {
  let unanswered = 0
  socket.on('pong', () => (unanswered = 0))
  return setInterval(() => {
    if (unanswered > mostMissed) return socket.terminate()
    unanswered += 1
    socket.ping()
    send(heartbeat)
  }, milliseconds)
}
