import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { request as requestOverTls } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { languages, linkTo } from '#domain/language.ts'
import { isLocalized, staticPages } from '#domain/pages/pages.ts'
import { findFreePort } from '../../../site/e2e/support/free-port.ts'
import { makeCertificate } from '../../../studio/lake/test-support/certificate.ts'
import { openTestDatabase } from '../../tests/database.ts'
import { ensureDebianPackages } from '../../tests/debian-packages.ts'
import { startDocumentedCaddy, startDocumentedNginx } from '../../tests/documented-servers.ts'
import { makeFiles, serveOver } from '../../tests/serve.ts'
import { ReleaseStore } from '../releases/release-store.ts'
import { createRelease, type Release } from '../releases/release.ts'
import { addCompressedCopies } from '../releases/compressed-copies.ts'
import { writeServerFiles } from './server-files.ts'
import { pollOptions } from '../../tests/poll-options.ts'

beforeAll(
  () => ensureDebianPackages('nginx-light', 'libnginx-mod-http-brotli-static', 'caddy', 'openssl'),
  600_000,
)

const servers: Record<string, typeof startDocumentedCaddy> = {
  nginx: startDocumentedNginx,
  Caddy: startDocumentedCaddy,
}

/** Headers that a web server may set in its own way. */
const own = [
  'date',
  'server',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'alt-svc',
  'etag',
  'last-modified',
  'accept-ranges',
  'x-request-id',
]

/** A server, and a web server with the documented settings before it. */
async function start(launch: typeof startDocumentedCaddy) {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-web-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const store = new ReleaseStore(join(folder, 'releases'))
  await store.open()
  let release: Release | undefined
  const publish = async (text: string, { overTls = false } = {}) => {
    const files = makeFiles()
    files.set('favicon.svg', Buffer.from('<svg/>'.repeat(20)))
    files.set('_astro/font.woff2', Buffer.from('a font'))
    files.set('images/a/full-640.webp', Buffer.from('an image'))
    files.set('about.html', Buffer.from(`${String(files.get('about.html'))}${text}`))
    const all = new Map([...files, ...writeServerFiles({ files, pages: new Map() }, { overTls })])
    const made = { files: await addCompressedCopies(all) }
    const { id } = await store.write(made, { version: 'v', now: new Date() })
    await store.setCurrent(id)
    release = createRelease(id, made)
  }
  await publish('first')
  const read = () => {
    if (!release) throw new Error('There is no release')
    return release
  }
  const served = await serveOver(
    await openTestDatabase(),
    {},
    {
      releases: {
        read,
        readStale: () => [],
        findEarlierAsset: async () => undefined,
        renderImage: async () => undefined,
        renderPage: async () => ({ html: '<p>rendered</p>', hasRecord: true, reads: [] }),
      },
    },
  )
  const { certificate, key } = await makeCertificate(folder, 'example.org', 'studio.example.org')
  const address = { host: '127.0.0.1', port: await findFreePort() }
  const ports = { site: served.port }
  const server = await launch({ folder, address, ports, releases: store.folder, certificate, key })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const ca = await readFile(certificate)

  const ask = (path: string, headers?: Record<string, string>, method?: string) =>
    readAnswer(
      requestOverTls({ ...address, ca, servername: 'example.org', ...toOptions(path, headers, method) }),
    )
  const askNode = (path: string, headers?: Record<string, string>) =>
    readAnswer(request({ host: '127.0.0.1', port: served.port, ...toOptions(path, headers) }))
  return { ask, askNode, publish, store, routes: served.routes }
}

const toOptions = (path: string, headers: Record<string, string> = {}, method = 'GET') => ({
  path,
  method,
  headers: { host: 'example.org', ...headers },
})

/** Unlike `fetch`, leaves the body compressed. */
async function readAnswer(sent: ClientRequest) {
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, body: String(await buffer(answer)) }
}

function comparable({ status, headers, body }: Awaited<ReturnType<typeof readAnswer>>) {
  const compared = Object.entries(headers).filter(([name]) => !own.includes(name))
  return { status, body, headers: Object.fromEntries(compared) }
}

const inAll = (path: string) => languages.map((language) => linkTo(path, language))
const fromDisk = [
  ...staticPages.flatMap(({ path }) => inAll(path)),
  '/about?from=a',
  '/favicon.svg',
  '/_astro/a.js',
  '/_astro/font.woff2',
  '/images/a/full-640.webp',
]
const missing = [
  '/nothing',
  '/about.html',
  '/404.html',
  '/es/404',
  '/nothing/here',
  '/es/nothing',
  '/fr/wp-login.php',
  '/es/api',
  '/About',
  '/en',
  '/release.json',
]

it.each(Object.entries(servers))('%s answers from the release as our server does', async (_, launch) => {
  const { ask, askNode } = await start(launch)
  for (const path of [...fromDisk, ...missing])
    for (const encoding of ['identity', 'gzip', 'gzip, deflate, br']) {
      const headers = { 'accept-encoding': encoding }
      const answer = await ask(path, headers)
      expect([path, comparable(answer)]).toEqual([path, comparable(await askNode(path, headers))])
      expect([path, answer.headers['x-request-id']]).toEqual([path, undefined])
      const { etag } = answer.headers
      if (answer.status !== 200 || !etag) continue
      const again = await ask(path, { ...headers, 'if-none-match': etag })
      expect([path, again.status, again.body]).toEqual([path, 304, ''])
    }
})

it.each(Object.entries(servers))('%s passes all other routes on', async (_, launch) => {
  const { ask, askNode, routes } = await start(launch)
  const paths = new Set(
    routes.flatMap(({ path }) => {
      const sample = path
        .replace(/:\w+\{.*?\\\.(\w+)\}/g, 'x.$1')
        .replace(/:\w+\??/g, 'x')
        .replace('*', 'x')
      return isLocalized(sample) ? inAll(sample) : [sample]
    }),
  )
  expect(paths.size).toBeGreaterThan(100)
  const others = ['/about/', '/es/', '/_astro/gone.js', '/images/gone.webp', '/events/2026-11-21/more']
  for (const path of [...paths, ...others]) {
    if (fromDisk.includes(path) || path === '/x') continue
    const answer = await ask(path)
    expect([path, answer.status]).toEqual([path, (await askNode(path)).status])
    expect([path, answer.headers['x-request-id']]).toEqual([path, expect.any(String)])
  }
  for (const path of ['/about', '/_astro/a.js'])
    expect([path, (await ask(path, {}, 'POST')).status]).toEqual([path, 405])
})

it.each(Object.entries(servers))(
  '%s shows each publish within moments, and no headers of another version',
  async (_, launch) => {
    const { ask, publish, store } = await start(launch)
    // nginx remembers open files for a second.
    const untilShown = async (text: string) => {
      await vi.waitUntil(async () => (await ask('/about')).body.includes(text), pollOptions)
      return (await ask('/about')).headers
    }
    const etags = new Set<string | undefined>()
    for (const text of ['one--', 'two--', 'three']) {
      await publish(text)
      etags.add((await untilShown(text)).etag)
    }
    // Of the same second and size.
    expect(etags.size).toBe(3)
    await publish('over TLS', { overTls: true })
    for (const path of ['/about', '/nothing'])
      await vi.waitUntil(async () => 'x-request-id' in (await ask(path)).headers, pollOptions)
    expect((await ask('/about')).body).toContain('over TLS')
    await rm(join(store.folder, 'current', '_astro/a.js'))
    // As after a release of another version.
    await vi.waitUntil(async () => 'x-request-id' in (await ask('/_astro/a.js')).headers, pollOptions)
    expect((await ask('/_astro/a.js')).status).toBe(200)
    const [newest] = await store.list()
    expect(await stat(join(store.folder, 'current', 'about.html'))).toEqual(
      await stat(join(store.folder, newest?.id ?? '', 'about.html')),
    )
  },
)
