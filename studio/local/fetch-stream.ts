/**
 * `fetch` of an event stream over a WebSocket. Over plain HTTP a browser has six connections to a host, which the
 * Studio's streams would take; for WebSockets the limit is in the hundreds. `Last-Event-ID` becomes the parameter
 * `lastEventId`. Rejects, or errors the body, when the connection breaks; the client then reconnects.
 */
export function fetchStream(address: string, { headers, signal }: RequestInit = {}): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const socket = new WebSocket(socketAddress(address, new Headers(headers).get('Last-Event-ID')))
    const encoder = new TextEncoder()
    let body: ReadableStreamDefaultController<Uint8Array> | undefined

    function fail(reason: unknown) {
      signal?.removeEventListener('abort', abort)
      reject(reason as Error)
      body?.error(reason)
      body = undefined
      socket.close()
    }
    function abort() {
      fail(signal?.reason)
    }
    signal?.addEventListener('abort', abort)
    socket.addEventListener('close', () => fail(new TypeError('The connection to the Content Lake ended')))
    socket.addEventListener('message', ({ data }) => body?.enqueue(encoder.encode(String(data))))
    socket.addEventListener('open', () => {
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => (body = controller),
        cancel: () => fail(new TypeError('The stream was given up')),
      })
      resolve(new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } }))
    })
  })
}

function socketAddress(address: string, lastEventId: string | null): URL {
  const url = new URL(address)
  url.protocol = url.protocol.replace('http', 'ws')
  if (lastEventId !== null) url.searchParams.set('lastEventId', lastEventId)
  return url
}
