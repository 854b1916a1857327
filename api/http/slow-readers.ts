import type { ServerResponse } from 'node:http'

/** Milliseconds in which a client may read nothing. */
const grace = 10_000

/**
 * Returns a function that ends the connections of clients that have taken longer to read than `grace` and one second for
 * each `bytesPerSecond`. Waiting for the first byte does not count. Call it every second.
 */
export function createReaderCheck(answering: ReadonlySet<ServerResponse>, bytesPerSecond: number) {
  const behind = new WeakMap<ServerResponse, { since: number; sent: number }>()
  return () => {
    const now = performance.now()
    for (const response of answering) {
      const { socket } = response
      if (!socket?.writableLength) {
        behind.delete(response)
        continue
      }
      const start = behind.get(response) ?? { since: now, sent: socket.bytesWritten - socket.writableLength }
      behind.set(response, start)
      const allowed = grace + ((socket.bytesWritten - start.sent) / bytesPerSecond) * 1_000
      if (now - start.since > allowed) socket.destroy()
    }
  }
}
