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
  const response = await send(input, init)
  const { hostname, pathname } = new URL(url)
  const isStream = response.headers.get('content-type') === 'text/event-stream'
  // Of Node, whose limit for headers is reached, or of a proxy.
  const isOfOther = [431, 502].includes(response.status)
  if (hostname !== '127.0.0.1' || !/^\/api(\/|$)/.test(pathname) || isStream || isOfOther) return response
  const text = await response
    .clone()
    .text()
    .catch(() => undefined)
  // The test has cut the connection.
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

let worker: Worker | undefined
let last: Promise<unknown> | undefined

async function check(exchange: Exchange): Promise<string[]> {
  worker ??= new Worker(new URL('answer-checker.ts', import.meta.url))
  const checker = worker
  // One at a time, so that each gets its own reply.
  const checked = (last ?? Promise.resolve()).then(async () => {
    const reply = once(checker, 'message')
    checker.postMessage(exchange)
    return (await reply) as [string[]]
  })
  last = checked.catch(() => {})
  return (await checked)[0]
}
