/** `send` returns false when the client is gone or too far behind. */
export type EventSink = { send: (event: string, data: unknown) => boolean; end: () => void }

/** Buffer limit per client: twice the largest first event. */
const keptBytes = 8 * 1024 * 1024

/** Server-sent events. `open` is called at once, `close` once when the stream has ended for any reason. */
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
