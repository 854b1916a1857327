import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { WebSocket } from 'ws'
import type { LakeEnv } from './access.ts'
import { defaultHeaders } from './answers.ts'

export type EventSink = {
  /** Sends text in the format of server-sent events. Closes the stream of a client that reads too slowly. */
  send(text: string): void
  close(): void
}

/** Starts a stream. Returns the function to call when the client has disconnected. */
export type OpenStream = (sink: EventSink) => () => void

/** Buffer limit per client. */
const maxBufferedBytes = 8 * 1024 * 1024
const heartbeatMs = 15_000
/** For a client that no longer reads, after the end of its stream. */
const drainTimeoutMs = 30_000

const headers = {
  ...defaultHeaders,
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

export function formatEvent(event: string, data: unknown, id?: string): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}

/** Sends a stream of events as a response. HEAD gets the headers only: its stream would never be closed. */
export function sendEventStream(c: Context<LakeEnv>, open: OpenStream): Response {
  if (c.req.method === 'HEAD') return c.body(null, 200, headers)
  const { outgoing } = c.env
  // Its close event is over.
  if (outgoing.destroyed) return RESPONSE_ALREADY_SENT
  outgoing.writeHead(200, headers).flushHeaders()
  const stop = start(open, {
    send(text) {
      if (outgoing.writableEnded || outgoing.destroyed) return
      outgoing.write(text)
      // The buffered events are complete: the client reads them to the end and resumes from there.
      if (outgoing.writableLength > maxBufferedBytes) this.close()
    },
    close: () => void outgoing.end().setTimeout(drainTimeoutMs, () => outgoing.destroy()),
  })
  outgoing.on('close', stop)
  return RESPONSE_ALREADY_SENT
}

/** The same over a WebSocket: HTTP/1.1 allows a browser six connections, and the Studio opens seven streams. */
export function sendEventsToSocket(socket: WebSocket, open: OpenStream): void {
  const stop = start(open, {
    send(text) {
      if (socket.readyState === socket.OPEN) socket.send(text)
      if (socket.bufferedAmount > maxBufferedBytes) socket.close()
    },
    close: () => socket.close(),
  })
  socket.on('close', stop)
}

function start(open: OpenStream, sink: EventSink): () => void {
  const stop = open(sink)
  const heartbeat = setInterval(() => sink.send(':\n\n'), heartbeatMs)
  return () => {
    clearInterval(heartbeat)
    stop()
  }
}
