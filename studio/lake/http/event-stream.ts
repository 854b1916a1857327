import type { WebSocket } from 'ws'

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

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

export function formatEvent(event: string, data: unknown, id?: string): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}

/** Sends a stream of events as a response. HEAD gets the headers only: its stream would never be closed. */
export function sendEventStream(method: string, open: OpenStream): Response {
  if (method === 'HEAD') return new Response(null, { headers })
  const encoder = new TextEncoder()
  let stop = () => {}
  let isOpen = true
  const end = () => {
    isOpen = false
    stop()
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const sink: EventSink = {
          send(text) {
            if (!isOpen) return
            controller.enqueue(encoder.encode(text))
            // The buffered events are complete: the client reads them to the end and resumes from there.
            if ((controller.desiredSize ?? 0) < 0) sink.close()
          },
          close() {
            if (isOpen) controller.close()
            end()
          },
        }
        stop = start(sink, open)
        // `open` itself may have exceeded the buffer.
        if (!isOpen) stop()
      },
      cancel: end,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxBufferedBytes }),
  )
  return new Response(body, { headers })
}

/** The same over a WebSocket: HTTP/1.1 allows a browser six connections, and the Studio opens seven streams. */
export function sendEventsToSocket(socket: WebSocket, open: OpenStream): void {
  const sink: EventSink = {
    send(text) {
      if (socket.readyState !== socket.OPEN) return
      socket.send(text)
      if (socket.bufferedAmount > maxBufferedBytes) socket.close()
    },
    close: () => socket.close(),
  }
  socket.on('close', start(sink, open))
}

function start(sink: EventSink, open: OpenStream): () => void {
  const stop = open(sink)
  const heartbeat = setInterval(() => sink.send(':\n\n'), heartbeatMs)
  return () => {
    clearInterval(heartbeat)
    stop()
  }
}
