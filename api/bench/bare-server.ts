import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The yardstick: the same headers and bytes, out of memory, with nothing in between. Told over IPC. */
export type Answer = { path: string; headers: string[]; body: Uint8Array }

const answers = new Map<string, Answer>()
process.on('message', (told: Answer[]) => {
  for (const answer of told) answers.set(answer.path, answer)
  process.send?.((server.address() as AddressInfo).port)
})
const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '')
  if (answer) response.writeHead(200, answer.headers).end(answer.body)
  else response.writeHead(404).end()
})
server.listen(0, '127.0.0.1', () => process.send?.('listening'))
