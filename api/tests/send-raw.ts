import { connect } from 'node:net'

/** Sends raw bytes to a port of this machine, and returns everything that is received until the server closes. */
export async function sendRaw(port: number, ...chunks: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const { promise, resolve } = Promise.withResolvers<void>()
  let answer = ''
  socket.setEncoding('latin1').on('data', (chunk) => (answer += chunk))
  socket.on('close', resolve).on('error', resolve)
  for (const chunk of chunks) socket.write(chunk)
  await promise
  return answer
}
