import { createServer } from 'node:http'
import { listenForParent } from './listen-for-parent.ts'

/** The baseline: sends these headers and bytes from memory. They arrive over IPC. */
export type Answer = { path: string; headers: string[]; body: Uint8Array }

const answers = new Map<string, Answer>()
const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '')
  if (answer) response.writeHead(200, answer.headers).end(answer.body)
  else response.writeHead(404).end()
})
process.once('message', (given: Answer[]) => {
  for (const answer of given) answers.set(answer.path, answer)
  listenForParent(server.listen(0, '127.0.0.1'))
})
