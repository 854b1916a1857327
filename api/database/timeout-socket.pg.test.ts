import { expect, it, onTestFinished } from 'vitest'
import { openBlackHole } from '../tests/black-hole.ts'
import { openTestDatabase } from '../tests/database.ts'
import { listingInput, post, serveOver } from '../tests/serve.ts'
import { pollOptions } from '../tests/poll-options.ts'
import { openDatabase } from './open.ts'
import { openTimeoutSocket } from './timeout-socket.ts'

/** Milliseconds. Shorter than the pool's own limit, to keep the tests fast. */
const answerTimeout = 2_000
const socket: typeof openTimeoutSocket = (address) => openTimeoutSocket(address, answerTimeout)

/** Requests lists that are not cached yet. Returns the different status codes. */
const readOften = async (base: string) => {
  const read = () => fetch(`${base}/api/listings/category/${crypto.randomUUID()}`)
  const answers = await Promise.all(Array.from({ length: 20 }, read))
  return new Set(answers.map(({ status }) => status))
}

it.each([
  ['loses every packet for a while', {}],
  ['forgets its connections', { forgets: true }],
])('replaces dead connections, more than once, when the network %s', async (_what, network) => {
  const { url } = await openTestDatabase()
  const hole = await openBlackHole(url, network)
  const sql = openDatabase(hole.url, { socket })
  onTestFinished(() => sql.end({ timeout: 0 }))
  const { base } = await serveOver({ sql, url })
  for (let round = 0; round < 2; round += 1) {
    expect(await readOften(base)).toEqual(new Set([200]))
    hole.isSwallowing = true
    const posting = post(base, listingInput())
    expect(await readOften(base)).toEqual(new Set([503]))
    expect((await posting).status).toBe(503)
    expect((await fetch(base)).status).toBe(200)
    hole.isSwallowing = false
    await expect.poll(() => readOften(base), pollOptions).toEqual(new Set([200]))
    expect((await post(base, listingInput())).status).toBe(201)
  }
})

it('rejects a query that is never answered, and keeps idle connections', async () => {
  const { url } = await openTestDatabase()
  const hole = await openBlackHole(url)
  const sql = openDatabase(hole.url, { socket })
  onTestFinished(() => sql.end({ timeout: 0 }))
  const findBackend = async () => {
    const [row] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`
    return row.pid
  }
  const pid = await findBackend()
  await new Promise((resolve) => setTimeout(resolve, 2 * answerTimeout))
  // Idle time before a statement does not count toward its timeout.
  await sql`select pg_sleep(1)`
  expect(await findBackend()).toBe(pid)
  hole.isSwallowing = true
  await expect(sql`select 1`).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await expect(sql.begin((transaction) => transaction`select 1`)).rejects.toMatchObject({
    code: 'CONNECT_TIMEOUT',
  })
  hole.isSwallowing = false
  expect(await findBackend()).not.toBe(pid)
})
