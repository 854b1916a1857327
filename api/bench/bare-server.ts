import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The yardstick: the same status, headers and bytes, out of memory, with nothing in between. Told over IPC.
type Answer = { headers: Record<string, string>; body: string }

const answers = new Map<string, Answer>()
process.on('message', (told: Array<[string, Answer]>) => {
  for (const [path, answer] of told) answers.set(path, answer)
  process.send?.((server.address() as AddressInfo).port)
})
const server = createServer((request, response) => {
  const { headers, body } = answers.get(request.url ?? '') ?? { headers: {}, body: '' }
  response.writeHead(200, headers).end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.('listening'))
