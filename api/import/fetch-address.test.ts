import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { once } from 'node:events'
import { lookup } from 'node:dns/promises'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { importLimits } from '#domain/import/found.ts'
import { fetchAddress, readAddress } from './fetch-address.ts'

vi.mock('node:dns/promises', { spy: true })
beforeEach(() => void vi.mocked(lookup).mockReset())

/** What a name resolves to from now on. */
function resolveTo(addresses: string[] | Promise<never>): void {
  const given = Array.isArray(addresses) ? addresses.map((address) => ({ address, family: 4 })) : addresses
  vi.mocked(lookup).mockImplementationOnce((async () => given) as unknown as typeof lookup)
}

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const fetchHere = (address: string, patience = 20_000) =>
  fetchAddress(address, { allowsLoopback: true, patience })

describe('an address', () => {
  it('is fetched through redirects and decompressed', async () => {
    const base = await serve((request, response) => {
      const { url = '' } = request
      if (url === '/first') response.writeHead(302, { Location: '/second#part' }).end()
      else if (url === '/second') response.writeHead(307, { Location: '/plain' }).end()
      else if (url === '/plain') response.end('calendar')
      else response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('calendar'))
    })
    const { bytes, address } = await fetchHere(`${base}/first`)
    expect([Buffer.from(bytes).toString(), address]).toEqual(['calendar', `${base}/plain`])
    expect(Buffer.from((await fetchHere(`${base}/gzip`)).bytes).toString()).toBe('calendar')
  })

  it('is not asked for Brotli, whose decoder may have a flaw, and an answer in Brotli is refused', async () => {
    let asked = ''
    const base = await serve((request, response) => {
      asked = String(request.headers['accept-encoding'])
      response.writeHead(200, { 'Content-Encoding': 'br' }).end(brotliCompressSync('calendar'))
    })
    await expect(fetchHere(base)).rejects.toThrow('Its compression is not supported: br')
    expect(asked).toBe('gzip, deflate')
  })

  it.each([
    ['webcal://example.org/a.ics', 'https://example.org/a.ics'],
    [' WEBCALS://example.org/a.ics#b', 'https://example.org/a.ics'],
  ])('%s becomes %s', (given, address) => {
    expect(readAddress(given).href).toBe(address)
  })

  it.each([
    ['ftp://example.org/x', /^Only web addresses/],
    ['file:///etc/passwd', /^Only web addresses/],
    ['javascript:alert(1)', /^Only web addresses/],
    ['calendar', /^This is not a web address/],
    ['https://name:secret@example.org/', /a name and a password/],
  ])('%s is refused', async (address, message) => {
    await expect(fetchAddress(address)).rejects.toThrow(message)
  })

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0.0.0.0/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://[::1]/',
    'http://[::]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::a00:1]/',
    'http://[2002:a00:1::]/',
    'http://[::127.0.0.1]/',
    'http://[::10.0.0.1]/',
    'http://[::ffff:0:7f00:1]/',
    'http://[64:ff9b:1::a00:1]/',
    'http://[2001:0:4136:e378:8000:63bf:f5ff:fffe]/',
    'http://[2606:4700::5efe:10.0.0.1]/',
    'http://[2606:4700::200:5efe:10.0.0.1]/',
    'http://[4000::1]/',
  ])('fault 64: %s in a private network is refused', async (address) => {
    await expect(fetchAddress(address)).rejects.toThrow(/private network/)
  })

  it('of this machine is refused unless a setting allows it; other private ones stay refused', async () => {
    const base = await serve((_, response) => response.end('secret'))
    await expect(fetchAddress(base)).rejects.toThrow(/private network/)
    await expect(fetchAddress(base.replace('127.0.0.1', 'localhost'))).rejects.toThrow(/private network/)
    await expect(fetchHere('http://10.0.0.1/')).rejects.toThrow(/private network/)
  })

  it('fault 64: that leads to a private network by a redirect or by DNS is refused', async () => {
    const base = await serve((_, response) => response.writeHead(302, { Location: 'http://10.0.0.1/' }).end())
    await expect(fetchHere(base)).rejects.toThrow(/private network/)
    resolveTo(['93.184.216.34', '10.0.0.1'])
    await expect(fetchAddress('http://mixed.test/')).rejects.toThrow(/private network/)
  })

  it('is resolved once: the connection goes to the address that was checked', async () => {
    const base = await serve((request, response) => response.end(request.headers.host))
    resolveTo(['127.0.0.1'])
    resolveTo(['10.0.0.1'])
    const address = base.replace('127.0.0.1', 'rebinding.test')
    const { bytes } = await fetchHere(address)
    expect(Buffer.from(bytes).toString()).toBe(new URL(address).host)
    expect(lookup).toHaveBeenCalledExactlyOnceWith('rebinding.test', { all: true })
  })

  it('is followed through five redirects at most', async () => {
    let count = 0
    const base = await serve((_, response) => {
      count += 1
      response.writeHead(302, { Location: '/again' }).end()
    })
    await expect(fetchHere(base)).rejects.toThrow('The address redirects more than 5 times')
    expect(count).toBe(6)
  })

  it('is refused if its content is too large, compressed or decompressed', async () => {
    const { bytes: most } = importLimits
    const base = await serve(({ url }, response) => {
      if (url === '/announced') response.writeHead(200, { 'Content-Length': String(most + 1) })
      if (url === '/bomb')
        response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(100_000_000)))
      else response.end(Buffer.alloc(most + 1))
    })
    for (const path of ['announced', 'endless', 'bomb'])
      await expect(fetchHere(`${base}/${path}`)).rejects.toThrow('It is larger than 20 MB')
  })

  it('times out, also in the middle of the content', async () => {
    const base = await serve(({ url }, response) => {
      if (url === '/slow') {
        response.writeHead(200)
        const timer = setInterval(() => response.write('x'), 50)
        response.on('close', () => clearInterval(timer))
      }
    })
    resolveTo(new Promise<never>(() => {}))
    await expect(fetchHere('http://slow.test/', 100)).rejects.toThrow(
      'slow.test did not answer within 0.1 seconds',
    )
    for (const path of ['silent', 'slow'])
      await expect(fetchHere(`${base}/${path}`, 400)).rejects.toThrow(/did not answer within 0.4 seconds/)
  })

  it('without a valid certificate is refused with a sentence', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'certificate-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'key.pem')
    const words = ['req', '-x509', '-nodes', '-newkey', 'rsa:2048', '-subj', '/CN=localhost', '-keyout', file]
    const cert = execFileSync('openssl', words, { stdio: ['ignore', 'pipe', 'ignore'] })
    const server = createHttpsServer({ key: await readFile(file), cert }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    await expect(fetchHere(`https://127.0.0.1:${port}/`)).rejects.toThrow(
      /^127\.0\.0\.1:\d+ cannot be reached: its certificate is not valid$/,
    )
  })

  it('that cannot be fetched is refused with the reason', async () => {
    const base = await serve(({ url }, response) => {
      if (url === '/gone') response.writeHead(404).end()
      else if (url === '/lost') {
        response.writeHead(200, { 'Content-Length': '100' })
        response.write('x')
        response.destroy()
      } else response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('this is not gzip')
    })
    await expect(fetchHere(`${base}/gone`)).rejects.toThrow(/answers with the status 404$/)
    await expect(fetchHere(`${base}/lost`)).rejects.toThrow(/cannot be reached/)
    await expect(fetchHere(`${base}/broken`)).rejects.toThrow(/cannot be reached: incorrect header check/)
    await expect(fetchHere(base.replace('http:', 'https:'))).rejects.toThrow(
      /^127\.0\.0\.1:\d+ cannot be reached: no secure connection \(https\) can be made$/,
    )
    const closed = createTcpServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    await once(closed, 'close')
    await expect(fetchHere(`http://127.0.0.1:${port}/`)).rejects.toThrow(/refuses the connection$/)
  })
})
