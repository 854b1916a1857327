import { connect, type Socket } from 'node:net'

/** What postgres.js (3.4.9) passes to its option `socket`, as far as it is used here. */
type Address = { path: string | false; host: string[]; port: number[] }

/** Milliseconds. */
const tick = 250
/**
 * A statement of the pool is answered within 5 seconds, if only with the error of its `statement_timeout`. A server
 * that says nothing for longer is out of reach.
 */
const silenceOfPool = 5_500
/**
 * Longer than the pool keeps an idle connection (open.ts). One that is silent for so long owes an answer after all: that
 * of a statement which was sent before, or just after, the last answer came.
 */
const longestIdle = 25_000

/**
 * Makes the socket of a connection to Postgres, which is destroyed when the server does not answer in time. Without
 * this, a connection whose packets get lost stays in the pool for ever, since postgres.js has no deadline for a query.
 */
export function openWatchedSocket({ path, host, port }: Address, longestSilence = silenceOfPool): Socket {
  const socket = path ? connect(path) : connect(port[0] ?? 5432, host[0])
  // postgres.js reads the name for TLS from here.
  Object.assign(socket, { host: host[0], port: port[0] })
  let [read, written] = [0, 0]
  // Two counts: a statement that follows a long pause has its whole time.
  let [owed, idle] = [0, 0]
  const noteAnswer = () => {
    ;[read, written, owed, idle] = [socket.bytesRead, socket.bytesWritten, 0, 0]
  }
  socket.on('data', noteAnswer)
  // Counts ticks and not time: a process that was busy or suspended has not read what arrived meanwhile.
  const timer = setInterval(() => {
    if (socket.destroyed) return clearInterval(timer)
    // Over TLS there are no 'data' events here. A statement that was sent in the same tick as the last answer is then seen
    // with the next one only.
    if (socket.bytesRead !== read) return noteAnswer()
    if (socket.bytesWritten === written) idle += tick
    else owed += tick
    if (owed > longestSilence || idle > longestIdle) socket.destroy(new SilentServerError())
  }, tick)
  timer.unref()
  return socket
}

class SilentServerError extends Error {
  override name = 'SilentServerError'
  code = 'ETIMEDOUT'

  constructor() {
    super('the database does not answer')
  }
}
