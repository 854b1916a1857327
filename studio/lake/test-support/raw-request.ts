import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

export type RawAnswer = { status: number; head: string; body: string }

/** Sends these very lines, as no HTTP library would, and answers what came back until the connection was closed. */
export async function sendRaw(port: number, lines: readonly string[], body = ''): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1')
  socket.write([...lines, 'Connection: close', '', body].join('\r\n'))
  const [head = '', ...rest] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: rest.join('\r\n\r\n') }
}

/** The same for an upgrade: the status is all that counts, and an accepted one is closed at once. */
export async function upgradeRaw(port: number, path: string, headers: readonly string[]): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  socket.once('data', (data) => resolve(String(data))).once('error', reject)
  const asks = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  const key = `Sec-WebSocket-Key: ${Buffer.alloc(16, 7).toString('base64')}`
  socket.write([`GET ${path} HTTP/1.1`, ...headers, ...asks, key, '', ''].join('\r\n'))
  const answer = await promise
  socket.destroy()
  return Number(answer.split(' ')[1])
}
