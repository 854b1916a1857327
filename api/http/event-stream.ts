/** Writes to an event stream. `send` answers false where its reader is gone, or too far behind to be waited for. */
export type EventSink = { send: (event: string, data: unknown) => boolean; end: () => void }

/** So much is kept for a reader who is slow: the first event may be all there is, twice. */
const keptBytes = 8 * 1024 * 1024

/**
 * A stream of server-sent events. `open` is called with what writes to it, at once; `close` once, when it has ended,
 * whoever ended it.
 */
export function createEventStream(
  open: (sink: EventSink) => void,
  close: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let isOpen = true
  function finish(): boolean {
    if (!isOpen) return false
    isOpen = false
    close()
    return true
  }
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start: (controller) => {
        const end = () => void (finish() && controller.close())
        open({
          end,
          send: (event, data) => {
            if (!isOpen) return false
            controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
            if ((controller.desiredSize ?? 0) > 0) return true
            end()
            return false
          },
        })
      },
      cancel: () => void finish(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: keptBytes }),
  )
}
