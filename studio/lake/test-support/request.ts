import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { requestLink } from '../people/owner-requests.ts'
import type { TestLake } from './start-lake.ts'

type Fault = { type: string; description: string }
type Body = { error?: Fault & { items?: { index?: number; error: Fault }[] }; [field: string]: unknown }
export type Answer = { status: number; text: string; body: Body }

/** Sends a request with the write token. `body` is sent as JSON; a string is sent unchanged. */
export function request(lake: TestLake, method: string, path: string, body?: unknown): Promise<Answer> {
  return send(lake, method, path, body, { Authorization: `Bearer ${lake.token}` })
}

/** The same without the token. */
export function requestAnonymously(
  lake: TestLake,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  return send(lake, method, path, body, {})
}

async function send(
  lake: TestLake,
  method: string,
  path: string,
  body: unknown,
  authorization: Record<string, string>,
): Promise<Answer> {
  const response = await fetch(`${lake.origin}/v2025-02-19${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...authorization },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return { status: response.status, text, body: isJson ? (JSON.parse(text) as Body) : {} }
}

/** Status and error description of a refused request. */
export function errorOf({ status, body: { error } }: Answer): [number, string | undefined] {
  return [status, error?.items?.[0]?.error.description ?? error?.description]
}

/** Opens the Studio with a new link, as a browser does. Returns the session's cookie. */
export async function startSession(lake: Pick<TestLake, 'origin' | 'port' | 'token'>): Promise<string> {
  return (await redeem(lake.origin, (await requestLink(lake)).split('#')[1])).cookie
}

/** Exchanges the code of a link for a session. */
export async function redeem(origin: string, code: string | undefined) {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(`${origin}/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ code }),
  })
  const setCookie = answer.headers.get('set-cookie') ?? ''
  return {
    status: answer.status,
    setCookie,
    cookie: setCookie.split(';')[0] ?? '',
    body: await answer.json(),
  }
}

export type RawAnswer = { status: number; head: string; body: string }

/** Sends raw lines, which no HTTP library would, and reads the response until the connection closes. */
export async function sendRaw(port: number, lines: readonly string[], body = ''): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1')
  socket.write([...lines, 'Connection: close', '', body].join('\r\n'))
  const [head = '', ...rest] = (await readText(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: rest.join('\r\n\r\n') }
}

/** Status of a POST that announces a body of so many bytes, and sends none: a refused body may be cut off while it is sent. */
export async function announceBody({ port, token }: TestLake, path: string, bytes: number): Promise<number> {
  const lines = [
    `POST /v2025-02-19${path} HTTP/1.1`,
    `Host: localhost:${port}`,
    `Authorization: Bearer ${token}`,
  ]
  return (await sendRaw(port, [...lines, `Content-Length: ${bytes}`])).status
}

/** Requests a WebSocket upgrade and returns the status. Closes an accepted connection at once. */
export async function upgradeRaw(port: number, path: string, headers: readonly string[]): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  socket.once('data', (data) => resolve(String(data))).once('error', reject)
  const upgradeHeaders = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  const key = `Sec-WebSocket-Key: ${Buffer.alloc(16, 7).toString('base64')}`
  socket.write([`GET ${path} HTTP/1.1`, ...headers, ...upgradeHeaders, key, '', ''].join('\r\n'))
  const answer = await promise
  socket.destroy()
  return Number(answer.split(' ')[1])
}
