/**
 * `fetch` of an event stream over a WebSocket: over plain HTTP a browser has six connections to a host, which the
 * Studio's streams would take; for WebSockets the limit is in the hundreds. `Last-Event-ID` becomes the parameter
 * `lastEventId`. Rejects, or errors the body, when the connection breaks; the client then reconnects.
 *
 * @param {string} address
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 */
export function fetchStream(address, { headers, signal } = {}) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const socket = new WebSocket(socketAddress(address, new Headers(headers).get('Last-Event-ID')))
    const encoder = new TextEncoder()
    /** @type {ReadableStreamDefaultController<Uint8Array> | undefined} */
    let body

    /** @param {unknown} reason */
    function fail(reason) {
      signal?.removeEventListener('abort', abort)
      reject(reason)
      body?.error(reason)
      body = undefined
      socket.close()
    }
    const abort = () => fail(signal?.reason)
    signal?.addEventListener('abort', abort)
    socket.addEventListener('close', () => fail(new TypeError('The connection to the Content Lake ended')))
    socket.addEventListener('message', ({ data }) => body?.enqueue(encoder.encode(String(data))))
    socket.addEventListener('open', () => {
      const stream = new ReadableStream({
        start: (controller) => (body = controller),
        cancel: () => fail(new TypeError('The stream was given up')),
      })
      resolve(new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } }))
    })
  })
}

/** @param {string} address @param {string | null} lastEventId */
function socketAddress(address, lastEventId) {
  const url = new URL(address)
  url.protocol = url.protocol.replace('http', 'ws')
  if (lastEventId !== null) url.searchParams.set('lastEventId', lastEventId)
  return url
}
