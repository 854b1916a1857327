import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { securityHeaders } from './security-headers.ts'

/** Answers where there is no response object: an upgrade that is not accepted, or bytes that are no request. */
export function answerRaw(socket: Duplex, status: number, description: string): void {
  if (!socket.writable) return void socket.destroy()
  const body = refusalBody(status, description)
  const headers = { ...securityHeaders, 'Content-Type': 'application/json' }
  const lines = Object.entries({ ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' })
  const head = lines.map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body].join('\r\n'))
}

export function refusalBody(statusCode: number, description: string): string {
  return JSON.stringify({ error: { type: 'refused', description }, statusCode, message: description })
}
