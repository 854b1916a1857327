import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from './database/embedded/start.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { openTestDatabase } from './tests/database.ts'
import { listingInput, post, serveOver } from './tests/serve.ts'
import { signalAll } from './tests/signal-all.ts'

const sentence = 'this cannot be reached just now, try again in a moment'

/** A server of the test's own, that may be stopped and killed, and the application over it. */
async function serveOverOwn() {
  const scratch = await mkdtemp(join(tmpdir(), 'founderlist-away-'))
  onTestFinished(() => rm(scratch, { recursive: true, force: true }))
  const folder = join(scratch, 'postgres')
  const server = await startEmbeddedPostgres({ folder })
  onTestFinished(() => server.stop())
  const sql = openDatabase(server.url)
  onTestFinished(() => sql.end({ timeout: 1 }))
  await migrate(sql)
  return { ...(await serveOver({ sql, url: server.url })), server, folder }
}

/** The postmaster and all that it started. */
async function listServerProcesses(folder: string): Promise<number[]> {
  const [pid] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return [Number(pid), ...children.trim().split(' ').map(Number)]
}

it('answers 503 in words while the database is gone, and keeps its pages', async () => {
  const { base, server } = await serveOverOwn()
  const path = (await post(base, listingInput())).headers.get('location') ?? ''
  await server.stop()
  const startedAt = performance.now()
  const answers = await Promise.all([
    fetch(base + path),
    fetch(`${base}/api/listings/category/jobs`),
    fetch(`${base}/api/search?q=desk`),
    post(base, listingInput()),
  ])
  expect(performance.now() - startedAt).toBeLessThan(4_000)
  for (const answer of answers) {
    expect([answer.status, await answer.text()]).toEqual([503, sentence])
    expect(answer.headers.get('retry-after')).toBe('5')
  }
  const health = await fetch(`${base}/api/health`)
  expect([health.status, await health.json()]).toEqual([503, expect.objectContaining({ database: 'away' })])
  expect((await fetch(base)).status).toBe(200)
  for (const page of [
    path.replace('/api/listings/', '/listing/'),
    '/category/housing',
    '/category/jobs/product',
  ]) {
    const bare = await fetch(base + page)
    expect([bare.status, await bare.text()]).toEqual([200, expect.stringContaining('needs JavaScript')])
  }
})

it('answers 503 in time while the database hangs and says nothing, and goes on when it goes on', async () => {
  const { base, folder } = await serveOverOwn()
  const path = (await post(base, listingInput())).headers.get('location') ?? ''
  const pids = await listServerProcesses(folder)
  onTestFinished(() => signalAll(pids, 'SIGCONT'))
  signalAll(pids, 'SIGSTOP')
  const startedAt = performance.now()
  const page = fetch(base + path.replace('/api/listings/', '/listing/')).then(async (answer) => {
    expect(performance.now() - startedAt).toBeLessThan(4_000)
    expect(await answer.text()).not.toContain('id="record"')
    return answer
  })
  const answers = await Promise.all([fetch(base + path), page, post(base, listingInput())])
  expect(answers.map(({ status }) => status)).toEqual([503, 200, 503])
  expect(performance.now() - startedAt).toBeLessThan(9_000)
  expect((await fetch(base)).status).toBe(200)
  signalAll(pids, 'SIGCONT')
  await expect.poll(async () => (await fetch(base + path)).status, { timeout: 20_000 }).toBe(200)
})

it('heals by itself after a kill -9 of the database, and has every listing it had acknowledged', async () => {
  const { base, folder } = await serveOverOwn()
  const acknowledged: string[] = []
  const [pid] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')
  const posting = Array.from({ length: 60 }, async (_, n) => {
    if (n === 30) process.kill(Number(pid), 'SIGKILL')
    const answer = await post(base, listingInput({ title: `listing ${n}` })).catch(() => undefined)
    const place = answer?.status === 201 && answer.headers.get('location')
    if (place) acknowledged.push(place)
  })
  await Promise.all(posting)
  await expect
    .poll(async () => (await fetch(`${base}/api/listings/category/housing`)).status, { timeout: 30_000 })
    .toBe(200)
  for (const place of acknowledged) expect((await fetch(base + place)).status).toBe(200)
  expect((await post(base, listingInput())).status).toBe(201)
})

it('answers 503 for the table that is locked, and everything else meanwhile', async () => {
  const { sql, url } = await openTestDatabase()
  const { base } = await serveOver({ sql, url })
  const other = openDatabase(url)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  const holding = other.begin(async (transaction) => {
    await transaction`lock table listings in access exclusive mode`
    lock()
    await held
  })
  await locked
  const waiting = post(base, listingInput())
  expect((await fetch(`${base}/api/health`)).status).toBe(200)
  const answer = await waiting
  expect([answer.status, await answer.text()]).toEqual([503, sentence])
  release()
  await holding
  await other.end()
  expect((await post(base, listingInput())).status).toBe(201)
})
