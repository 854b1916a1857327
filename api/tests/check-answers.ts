import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Exchange } from './answer-checker.ts'

/**
 * Every answer of `/api/…` that a test fetches must match the description of the API, and so must each request that was
 * accepted. In a thread of its own: compiling a schema would block the server, which closes idle connections then.
 */
const send = globalThis.fetch

globalThis.fetch = async (input, init) => {
  const {
    url,
    method = 'GET',
    headers,
    body,
  } = input instanceof Request ? input : { ...init, url: String(input) }
  const { hostname, pathname } = new URL(url)
  // In development, Vite serves the modules of `api/domain`.
  if (hostname !== '127.0.0.1' || !/^\/api(\/(?!domain\/)|$)/.test(pathname)) return send(input, init)
  // Before sending: an idle connection would be closed while the thread starts.
  const check = await (starting ??= startChecker())
  const response = await send(input, init)
  const isStream = response.headers.get('content-type') === 'text/event-stream'
  // Of Node, whose limit for headers is reached, or of a proxy.
  const isOfOther = [431, 502].includes(response.status)
  const text =
    isStream || isOfOther
      ? undefined
      : await response
          .clone()
          .text()
          .catch(() => undefined)
  // A connection that the test has cut has no whole body, either.
  if (text === undefined) return response
  const faults = await check({
    request: { url, method, headers: listHeaders(new Headers(headers)), text: readText(body) },
    answer: { status: response.status, headers: listHeaders(response.headers), text },
  })
  if (faults.length === 0) return response
  throw new Error(`${method} ${url}: the answer ${response.status} is not as described: ${faults.join('; ')}`)
}

const listHeaders = (headers: Headers) => Object.fromEntries(headers)

function readText(body: unknown): string {
  if (body instanceof ReadableStream) return ''
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body ?? '')
}

let starting: ReturnType<typeof startChecker> | undefined

async function startChecker() {
  const worker = new Worker(new URL('answer-checker.ts', import.meta.url))
  await once(worker, 'message')
  let last: Promise<unknown> = Promise.resolve()
  // One at a time, so that each gets its own reply.
  return (exchange: Exchange): Promise<string[]> => {
    const checked = last.then(async () => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(exchange)
      const [faults] = (await once(worker, 'message')) as [string[]]
      return faults
    })
    last = checked.catch(() => {})
    return checked
  }
}
