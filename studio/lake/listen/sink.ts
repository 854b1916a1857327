/** Where a stream of events goes: a response or a WebSocket. */
export type EventSink = {
  /** Sends server-sent-events text. A reader that is too slow is dropped instead: it reconnects and resumes. */
  send(text: string): void
  /** Ends the stream. */
  close(): void
}

/** Starts a stream; answers what to call when its reader is gone. */
export type OpenStream = (sink: EventSink) => () => void

/** Bytes that may wait for a slow reader. */
export const MOST_WAITING_BYTES = 8 * 1024 * 1024
const HEARTBEAT_MILLISECONDS = 15_000

/** An event as `text/event-stream` has it. */
export function formatEvent(event: string, data: unknown, id?: string): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}

/** Keeps proxies and readers from taking a quiet stream for a dead one. Answers how to stop. */
export function keepAlive(sink: EventSink): () => void {
  const timer = setInterval(() => sink.send(':\n\n'), HEARTBEAT_MILLISECONDS)
  return () => clearInterval(timer)
}
