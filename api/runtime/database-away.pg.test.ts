import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from '../database/embedded/start.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { listWaiting, lockTable, openTestDatabase } from '../tests/database.ts'
import { listingInput, post, serveOver } from '../tests/serve.ts'
import { listServerProcesses, signalAll } from '../tests/signal-all.ts'
import { pollOptions } from '../tests/poll-options.ts'

const sentence = 'this is not available right now, try again in a moment'

/** A cluster for this file only. Each test starts a server on it, which recovers from the previous test. */
let folder = ''
beforeAll(async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'founderlist-away-'))
  folder = join(scratch, 'postgres')
  return () => rm(scratch, { recursive: true, force: true, maxRetries: 3 })
})

/** The application over a database server of its own, which the test may stop and kill. */
async function serveOverOwn() {
  const server = await startEmbeddedPostgres({ folder })
  onTestFinished(() => server.stop())
  const sql = openDatabase(server.url)
  onTestFinished(() => sql.end({ timeout: 1 }))
  await migrate(sql)
  return { ...(await serveOver({ sql, url: server.url })), server }
}

it('fault 26, 68: answers 503 with a message while the database is stopped, and still serves static pages', async () => {
  const { base, server } = await serveOverOwn()
  const path = (await post(base, listingInput())).headers.get('location') ?? ''
  await server.stop()
  const answers = await Promise.all([
    fetch(base + path),
    fetch(`${base}/api/listings/category/jobs`),
    fetch(`${base}/api/search?q=desk`),
    post(base, listingInput()),
  ])
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
    expect([bare.status, await bare.text()]).toEqual([
      503,
      expect.stringContaining('&quot;state&quot;:&quot;away&quot;'),
    ])
  }
})

it('fault 28: answers 503 before the timeout while the database hangs, and recovers with it', async () => {
  const { base } = await serveOverOwn()
  const path = (await post(base, listingInput())).headers.get('location') ?? ''
  const pids = await listServerProcesses(folder)
  onTestFinished(() => signalAll(pids, 'SIGCONT'))
  signalAll(pids, 'SIGSTOP')
  const answers = await Promise.all([
    fetch(base + path),
    fetch(base + path.replace('/api/listings/', '/listing/')),
    post(base, listingInput()),
  ])
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
  expect(await answers[1].text()).toContain('&quot;state&quot;:&quot;away&quot;')
  expect((await fetch(base)).status).toBe(200)
  signalAll(pids, 'SIGCONT')
  await expect.poll(async () => (await fetch(base + path)).status, pollOptions).toBe(200)
})

it('fault 27, 32: recovers after a kill -9 of the database, with every acknowledged listing', async () => {
  const { base } = await serveOverOwn()
  const acknowledged: string[] = []
  const [postmaster = 0] = await listServerProcesses(folder)
  const posting = Array.from({ length: 60 }, async (_, n) => {
    if (n === 30) process.kill(postmaster, 'SIGKILL')
    const answer = await post(base, listingInput({ title: `listing ${n}` })).catch(() => undefined)
    const place = answer?.status === 201 && answer.headers.get('location')
    if (place) acknowledged.push(place)
  })
  await Promise.all(posting)
  await expect
    .poll(async () => (await fetch(`${base}/api/listings/category/housing`)).status, pollOptions)
    .toBe(200)
  for (const place of acknowledged) expect((await fetch(base + place)).status).toBe(200)
  expect((await post(base, listingInput())).status).toBe(201)
})

it.each([
  ['listings', '/api/health'],
  // Posts cannot be counted, so none is stored.
  ['counted_requests', '/api/listings/category/housing'],
])('fault 30, 68: answers 503 to a post while %s is locked, and serves %s', async (table, read) => {
  const { sql, url } = await openTestDatabase()
  const { base } = await serveOver({ sql, url })
  const unlock = await lockTable(sql, table)
  const waiting = post(base, listingInput())
  expect((await fetch(base + read)).status).toBe(200)
  const answer = await waiting
  expect([answer.status, await answer.text()]).toEqual([503, sentence])
  await unlock()
  expect((await post(base, listingInput())).status).toBe(201)
})

it('fault 29: answers 503 if its connection is cut within a statement, and sends no post a second time', async () => {
  const { sql, url } = await openTestDatabase()
  const { base } = await serveOver({ sql, url })
  const unlock = await lockTable(sql, 'listings')
  const answers = [post(base, listingInput()), fetch(`${base}/api/listings/category/housing`)]
  // Cut each request as soon as it waits: `lock_timeout` is four seconds.
  const cut = new Set<number>()
  const cutWaiting = async () => {
    for (const { pid } of await listWaiting(sql, 'other')) {
      await sql`select pg_terminate_backend(${pid})`
      cut.add(pid)
    }
    return cut.size
  }
  await expect.poll(cutWaiting, pollOptions).toBe(2)
  await unlock()
  for (const answer of await Promise.all(answers))
    expect([answer.status, await answer.text()]).toEqual([503, sentence])
  expect(await sql`select from listings`).toHaveLength(0)
  expect((await post(base, listingInput())).status).toBe(201)
})
