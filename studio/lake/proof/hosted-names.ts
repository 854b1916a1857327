import { readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { makeCertificate } from '../test-support/certificate.ts'

const names = ['io', 'work'].flatMap((end) => [`api.sanity.${end}`, `*.api.sanity.${end}`])

/**
 * A proxy in which a lake answers for https://api.sanity.io and https://<project>.api.sanity.io, with a certificate of
 * its own; every other host is out of reach. `variables` make programs of Node use it.
 */
export async function startHostedNames(lakePort: number) {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await mkdtempDisposable(join(tmpdir(), 'proof-'))).path
  const { certificate, key } = await makeCertificate(folder, ...names)
  const hosted = createTlsServer(
    { key: readFileSync(key), cert: readFileSync(certificate) },
    (incoming, outgoing) => forward(incoming, outgoing, lakePort),
  )
  const proxy = createServer().on('connect', ({ url = '' }, socket) => {
    const isHosted = /^(?:[\w-]+\.)?api\.sanity\.(?:io|work):443$/.test(url)
    if (!isHosted) {
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
      return
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    hosted.emit('connection', socket)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  resources.defer(() => void proxy.close())
  const running = resources.move()
  return {
    variables: {
      HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      NODE_USE_ENV_PROXY: '1',
      NODE_EXTRA_CA_CERTS: certificate,
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { method, url: path } = incoming
  const headers = { ...incoming.headers, host: `localhost:${port}` }
  const forwarded = request({ port, method, path, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    pipeline(answer, outgoing, () => {})
  })
  pipeline(incoming, forwarded, (error) => error && outgoing.destroy())
}
