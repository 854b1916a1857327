import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { findFreePort } from '../../site/e2e/support/free-port.ts'
import { checkout } from '../runtime/checkout.ts'
import { ensureDebianPackages } from '../tests/debian-packages.ts'
import { runNginx } from '../tests/nginx.ts'
import { createContentClient } from './client.ts'
import { startLocalLake } from './local-lake.ts'

beforeAll(() => ensureDebianPackages('nginx-light'), 600_000)

const api = '/v2025-02-19/data'
const secrets = /a secret draft|the secret of the site|id="sanity"/
const addressing = 'proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Real-IP $remote_addr;'

/** The configurations of nginx, for a lake on this port. */
const configurations: [name: string, lines: (port: number) => string][] = [
  ['with proxy_pass alone', () => ''],
  ['that passes Host', () => 'proxy_set_header Host $http_host;'],
  [
    'that rewrites Host and Origin',
    (port) => `proxy_set_header Host localhost:${port}; proxy_set_header Origin http://localhost:${port};`,
  ],
]

async function startLake() {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-proxied-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const studioFolder = join(folder, 'studio')
  await mkdir(studioFolder)
  await writeFile(join(studioFolder, 'index.html'), '<div id="sanity"></div>')
  const { port, token, ...lake } = await startLocalLake({
    checkout,
    folder: join(folder, 'content'),
    port: 0,
    studioFolder,
    siteSecret: 'the secret of the site',
    log: () => {},
  })
  onTestFinished(() => lake[Symbol.asyncDispose]())
  const apiHost = `http://127.0.0.1:${port}`
  const settings = {
    projectId: 'local',
    dataset: 'production',
    apiHost,
    token,
    perspective: 'published',
  } as const
  const client = createContentClient(settings).withConfig({ perspective: 'raw' })
  await client.create({ _id: 'drafts.hidden', _type: 'event', title: 'a secret draft' })
  const image = await client.fetch<string>('*[_type == "sanity.imageAsset"][0].path')
  return { folder, port, client, image: `/${image}` }
}

/** Starts an nginx that passes requests to the lake, and returns its port. */
async function startNginx(folder: string, lakePort: number, lines: string): Promise<number> {
  const address = { host: '127.0.0.1', port: await findFreePort() }
  const server = `listen ${address.host}:${address.port}; location / { proxy_pass http://127.0.0.1:${lakePort}; ${lines} }`
  const nginx = await runNginx({ folder, address, main: 'master_process off;', http: `server { ${server} }` })
  onTestFinished(() => nginx[Symbol.asyncDispose]())
  return address.port
}

type Sent = { path: string; method?: string; body?: string; headers?: Record<string, string> }

/** Unlike `fetch`, sends all headers as they are. */
async function send(port: number, { path, body, ...options }: Sent) {
  const sent = request({ host: '127.0.0.1', port, path: encodeURI(path), ...options })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, body: await text(answer) }
}

it.each(
  configurations.flatMap(([name, lines]) => [
    { name, lines },
    { name: `${name} and adds X-Forwarded-For`, lines: (port: number) => lines(port) + addressing },
  ]),
)('fault 80: a Studio behind nginx $name gives and takes nothing without a session', async ({ lines }) => {
  const lake = await startLake()
  const port = await startNginx(lake.folder, lake.port, lines(lake.port))
  const own = `http://localhost:${lake.port}`
  const claims: Record<string, string>[] = [
    {},
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate', Accept: 'text/html' },
    { Origin: own },
    { Origin: `http://127.0.0.1:${lake.port}` },
    { Origin: own, Host: `localhost:${lake.port}` },
    { Origin: own, 'X-Forwarded-For': '127.0.0.1' },
  ]
  const mutations = [{ create: { _id: 'drafts.proxied', _type: 'event' } }]
  const requests: Sent[] = [
    { path: '/' },
    { path: '/studio-settings.json' },
    { path: lake.image },
    { path: `${api}/query/production?perspective=raw&query=*[_id == "drafts.hidden"]` },
    { path: `${api}/listen/production?query=*` },
    { path: '/auth/people', method: 'GET' },
    { path: '/auth/people/local-editor/link', method: 'POST' },
    { path: `${api}/mutate/production`, method: 'POST', body: JSON.stringify({ mutations }) },
  ]
  for (const headers of claims)
    for (const asked of requests) {
      const { status, body } = await send(port, { ...asked, headers })
      const isRefused = status === 401 || status === 403
      expect([asked.path, headers, isRefused, secrets.test(body)]).toEqual([asked.path, headers, true, false])
    }
  expect(await lake.client.getDocument('drafts.proxied')).toBeUndefined()
})
