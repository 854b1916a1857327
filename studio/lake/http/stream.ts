import { Readable } from 'node:stream'
import type { WebSocket } from 'ws'
import { type EventSink, keepAlive, MOST_WAITING_BYTES, type OpenStream } from '../listen/sink.ts'

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

/** A stream of events as the body of a response. It is not opened for HEAD, of which nobody would ever take the end. */
export function streamResponse(method: string, open: OpenStream): Response {
  if (method === 'HEAD') return new Response(null, { headers })
  const encoder = new TextEncoder()
  const ends: (() => void)[] = []
  let isOpen = true
  const end = () => {
    isOpen = false
    for (const stop of ends.splice(0)) stop()
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const sink: EventSink = {
          send(text) {
            if (!isOpen) return
            controller.enqueue(encoder.encode(text))
            // Every event that waits is whole: the reader takes them in, sees the end and resumes from there.
            if ((controller.desiredSize ?? 0) < 0) sink.close()
          },
          close() {
            if (isOpen) controller.close()
            end()
          },
        }
        ends.push(open(sink), keepAlive(sink))
        // What a reader missed may be more than may wait for it.
        if (!isOpen) end()
      },
      cancel: end,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING_BYTES }),
  )
  return new Response(body, { headers })
}

/** The same text over a WebSocket, of which a browser allows more than the six connections of HTTP/1.1. */
export function streamToSocket(socket: WebSocket, open: OpenStream): void {
  const sink: EventSink = {
    send(text) {
      if (socket.readyState !== socket.OPEN) return
      socket.send(text)
      if (socket.bufferedAmount > MOST_WAITING_BYTES) socket.close()
    },
    close: () => socket.close(),
  }
  const ends = [open(sink), keepAlive(sink)]
  socket.on('close', () => {
    for (const stop of ends) stop()
  })
}

/** Pieces of text as the body of a response, each made when the reader has taken in the ones before it. */
export function streamText(pieces: Iterable<string>): ReadableStream {
  return Readable.toWeb(Readable.from(pieces, { objectMode: false })) as ReadableStream
}
