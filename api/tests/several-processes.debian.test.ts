import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { PostedListing } from '#domain/listings/listing.ts'
import { findFreePort } from '../../site/e2e/support/free-port.ts'
import { openEmptyDatabase } from './database.ts'
import { ensureDebianPackages } from './debian-packages.ts'
import { startDocumentedNginx } from './documented-servers.ts'
import { pollOptions } from './poll-options.ts'
import { usePreparedData } from './prepared-data.ts'
import { listingInput } from './serve.ts'
import { startServer } from './server-process.ts'

beforeAll(() => ensureDebianPackages('nginx-light', 'libnginx-mod-http-brotli-static'), 300_000)

const copyData = usePreparedData()

/** Three processes on one database, behind nginx as docs/operations/scale.md says. */
async function startSite(variables: NodeJS.ProcessEnv) {
  const { url: DATABASE_URL, sql } = await openEmptyDatabase()
  const data = await copyData(['content', 'releases'])
  const common = { DATABASE_URL, TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'info', SPAM_FILTER: 'log' }
  const shared = { ...common, STUDIO_PORT: String(await findFreePort()), ...variables }
  const first = await startServer({ ...data, ...shared })
  const CONTENT_FOLDER = join(data.DATA_DIR, 'content')
  const startOther = async () => startServer({ ...shared, ...(await copyData(['releases'])), CONTENT_FOLDER })
  const processes = [first, ...(await Promise.all([startOther(), startOther()]))]
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-web-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const address = { host: '127.0.0.1', port: await findFreePort() }
  const ports = { site: processes.map(({ port }) => port) }
  const nginx = await startDocumentedNginx({
    folder,
    address,
    ports,
    releases: join(data.DATA_DIR, 'releases'),
  })
  onTestFinished(() => nginx[Symbol.asyncDispose]())
  /** The process that has logged an answer. */
  const findProcess = ({ headers }: Answer) => {
    const id = String(headers['x-request-id'])
    return vi.waitUntil(() => processes.find(({ log }) => log().includes(id)), pollOptions)
  }
  return { processes, port: address.port, sql, findProcess }
}

type Answer = { status: number; headers: IncomingMessage['headers']; body: string }
type Sent = { method?: string; headers?: Record<string, string>; body?: string; from?: string }

/** `from`: the address of the visitor. */
async function ask(
  port: number,
  path: string,
  { from = '127.0.0.1', body, ...sent }: Sent = {},
): Promise<Answer> {
  const asking = request({ port, path, localAddress: from, agent: false, ...sent }).end(body)
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) }
}

const json = { 'Content-Type': 'application/json' }

function post(
  port: number,
  { from, title, key = randomUUID() }: { from: string; title: string; key?: string },
) {
  const headers = { ...json, 'Idempotency-Key': key }
  return ask(port, '/api/listings', {
    method: 'POST',
    headers,
    from,
    body: JSON.stringify(listingInput({ title })),
  })
}

it('three processes behind nginx, without sticky sessions, are one site', async () => {
  const { port, processes, findProcess, sql } = await startSite({ POSTS_PER_HOUR: '5' })

  const form = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' }
  const body = new URLSearchParams(listingInput({ title: 'By a form' }) as Record<string, string>).toString()
  const posted = await ask(port, '/api/listings', { method: 'POST', headers: form, body })
  expect(posted.status).toBe(303)
  const [path = '', token = ''] = (posted.headers.location ?? '').split('#manage=')
  const [cookie = ''] = posted.headers['set-cookie']?.[0]?.split(';') ?? []
  const shown = await ask(port, path, { headers: { Cookie: cookie } })
  const others = await ask(port, path)
  const isThanked = ({ body: read }: Answer) => [
    read.includes('By a form'),
    read.includes('<strong>Success!'),
  ]
  expect([shown, others].map(isThanked)).toEqual([
    [true, true],
    [true, false],
  ])
  const steps = await Promise.all([posted, shown, others].map(findProcess))
  expect(new Set(steps).size).toBe(3)

  const api = path.replace('listing', 'api/listings')
  const owner = { headers: { ...json, Authorization: `Bearer ${token}` } }
  const readStates = async () => {
    const read = await Promise.all(processes.map(({ port: own }) => ask(own, api)))
    return read.map((answer) => [answer.status, answer.body.includes('changed')])
  }
  const expectEach = (state: [number, boolean]) =>
    expect.poll(readStates, pollOptions).toEqual([state, state, state])
  await expectEach([200, false])
  const edit = { ...owner, method: 'PATCH', body: JSON.stringify({ title: 'By a form, changed' }) }
  const edited = await ask(port, api, edit)
  expect(edited.status).toBe(200)
  await expectEach([200, true])
  const removed = await ask(port, api, { ...owner, method: 'DELETE' })
  expect(removed.status).toBe(204)
  await expectEach([404, false])
  expect(await findProcess(removed)).not.toBe(await findProcess(edited))

  const key = randomUUID()
  const times = (count: number) => Array.from({ length: count }, (_, index) => index)
  const repeated = await Promise.all(
    times(9).map(() => post(port, { from: '127.1.0.1', title: 'Once', key })),
  )
  expect(new Set(repeated.map((answer) => (JSON.parse(answer.body) as PostedListing).id)).size).toBe(1)
  expect(new Set(await Promise.all(repeated.map(findProcess))).size).toBe(3)
  expect(await sql`select from listings where title = 'Once'`).toHaveLength(1)

  const many = await Promise.all(
    times(12).map((index) => post(port, { from: '127.2.0.1', title: `Many ${index}` })),
  )
  expect(many.map(({ status }) => status).toSorted()).toEqual([
    ...times(5).map(() => 201),
    ...times(7).map(() => 429),
  ])
})

it('a killed process loses no acknowledged post, and the others go on', async () => {
  const { port, processes, sql } = await startSite({})
  const acknowledged: string[] = []
  const [workers, failures] = [4, { posts: 0, reads: 0 }]
  let keys = 0
  let isEnded = false
  const times = Array.from({ length: workers }, (_, index) => index)

  async function postOn(worker: number): Promise<void> {
    while (!isEnded) {
      const [key, number] = [randomUUID(), keys++]
      // A client sends it again, until it is acknowledged.
      for (;;) {
        const sent = { from: `127.${100 + worker}.${number % 200}.1`, title: `Chair ${number}`, key }
        const answer = await post(port, sent).catch(() => undefined)
        if (answer?.status === 201) {
          acknowledged.push((JSON.parse(answer.body) as PostedListing).id)
          break
        }
        expect([undefined, 503]).toContain(answer?.status)
        failures.posts++
      }
    }
  }
  async function readOn(): Promise<void> {
    while (!isEnded) {
      for (const path of ['/category/housing', '/api/search?q=chair', '/']) {
        const answer = await ask(port, path).catch(() => undefined)
        if (answer?.status !== 200) failures.reads++
      }
    }
  }
  const running = Promise.all([...times.map(postOn), readOn()])
  const waitForMore = (count: number) => {
    const wanted = acknowledged.length + count
    return Promise.race([running, vi.waitUntil(() => acknowledged.length >= wanted, pollOptions)])
  }
  await waitForMore(30)
  processes[1]?.kill('SIGKILL')
  await waitForMore(60)
  isEnded = true
  await running

  // Only what the killed process had begun.
  expect(failures.posts).toBeLessThanOrEqual(workers)
  expect(failures.reads).toBeLessThanOrEqual(1)
  const stored = await sql<{ id: string }[]>`select id from listings`
  expect(stored.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted())
  for (const id of acknowledged.slice(-6)) expect((await ask(port, `/listing/${id}`)).status).toBe(200)
})
