import { connect, type Socket } from 'node:net'

/** The part used here of what postgres.js (3.4.9) passes to its `socket` option. */
type Address = { path: string | false; host: string[]; port: number[] }

/** Milliseconds. */
const tick = 250
/**
 * Longer than the pool's `statement_timeout` of 5 seconds: a server that can be reached answers by then, at least with
 * that error.
 */
const poolAnswerTimeout = 5_500
/**
 * Longer than the pool's `idle_timeout` (open.ts), which closes idle connections. One that is silent for this long owes
 * an answer after all: to a statement that was sent before, or in the same tick as, the last answer.
 */
const idleTimeout = 25_000

/**
 * Opens a socket to Postgres that is destroyed if the server does not answer in time. postgres.js has no query timeout:
 * without this, a connection whose packets get lost would stay in the pool forever.
 */
export function openTimeoutSocket({ path, host, port }: Address, answerTimeout = poolAnswerTimeout): Socket {
  const socket = path ? connect(path) : connect(port[0] ?? 5432, host[0])
  // postgres.js reads the TLS server name from `host`.
  Object.assign(socket, { host: host[0], port: port[0] })
  let [read, written] = [0, 0]
  // Counted separately: a statement after a long idle period gets its full time.
  let [waitingMs, idleMs] = [0, 0]
  const resetTimers = () => {
    ;[read, written, waitingMs, idleMs] = [socket.bytesRead, socket.bytesWritten, 0, 0]
  }
  socket.on('data', resetTimers)
  // Counts ticks, not elapsed time: a process that was busy or suspended has not yet read what arrived meanwhile.
  const timer = setInterval(() => {
    if (socket.destroyed) return clearInterval(timer)
    // Over TLS there are no 'data' events here. Waiting for a statement that was sent in the same tick as the last
    // answer then counts as idle time, until another one is sent.
    if (socket.bytesRead !== read) return resetTimers()
    if (socket.bytesWritten === written) idleMs += tick
    else waitingMs += tick
    if (waitingMs > answerTimeout || idleMs > idleTimeout) socket.destroy(new SilentServerError())
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
