import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { findFreePort } from '../../site/e2e/support/free-port.ts'
import { createProblems } from '../runtime/problems.ts'
import { openBlackHole } from '../tests/black-hole.ts'
import { openEmptyDatabase, openTestDatabase } from '../tests/database.ts'
import { ensureDebianPackages } from '../tests/debian-packages.ts'
import { postOne } from '../tests/manage.ts'
import { pollOptions } from '../tests/poll-options.ts'
import { startServer } from '../tests/server-process.ts'
import { silentLogger } from '../tests/silent-logger.ts'
import { openNotifications } from './notifications.ts'
import { watchEcho } from './watch-echo.ts'

beforeAll(() => ensureDebianPackages('pgbouncer'), 300_000)

const usual = 'ignore_startup_parameters = statement_timeout,lock_timeout,client_min_messages'

/** PgBouncer in transaction mode in front of the database at `url`. */
async function openPooler(url: string, { settings = '', query = '' } = {}): Promise<string> {
  // Over TCP: it may not open the socket of an embedded server.
  const target = new URL((await openBlackHole(url)).url)
  const folder = await mkdtemp(join(tmpdir(), 'pooler-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const port = await findFreePort()
  const name = target.pathname.slice(1)
  await writeFile(join(folder, 'users'), `"${target.username}" "${decodeURIComponent(target.password)}"\n`)
  await writeFile(
    join(folder, 'ini'),
    `[databases]
     ${name} = host=127.0.0.1 port=${target.port} user=${target.username} ${query}
     [pgbouncer]
     listen_addr = 127.0.0.1
     listen_port = ${port}
     unix_socket_dir =
     auth_type = any
     auth_file = ${join(folder, 'users')}
     pool_mode = transaction
     ${settings}`.replaceAll(/^ +/gm, ''),
  )
  // It refuses to run as root.
  const words = [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), join(folder, 'ini')]
  const pooler = spawn('/usr/sbin/pgbouncer', words, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(pooler, 'exit')
  let log = ''
  pooler.stderr.setEncoding('utf8').on('data', (text) => (log += text))
  onTestFinished(async () => {
    pooler.kill('SIGINT')
    await ended
  })
  await vi.waitUntil(() => log.includes('process up'), pollOptions)
  return `postgres://${target.username}@127.0.0.1:${port}/${name}`
}

const sentence = 'to the address of the database itself'

it.each([
  ['plain', '', `${sentence} (unsupported startup parameter: statement_timeout)`],
  ['that ignores startup parameters', usual, sentence],
])(
  'fault 84: a pooler %s, which swallows notifications, is refused at the start',
  async (_, settings, words) => {
    const { url, sql } = await openEmptyDatabase()
    const server = await startServer({ DATABASE_URL: await openPooler(url, { settings }) }, { waits: false })
    expect(await server.exited).toBe(1)
    expect(server.output().trim().split('\n').at(-1)).toContain(words)
    expect(await sql`select from pg_tables where schemaname = 'public'`).toHaveLength(0)
  },
)

const query = "connect_query='set statement_timeout = 5000; set lock_timeout = 4000'"

it('serves through a pooler in transaction mode, with another address for notifications', async () => {
  const { url: direct, sql } = await openEmptyDatabase()
  const pooler = await openPooler(direct, { query })
  const variables = { DATABASE_URL: pooler, DATABASE_LISTEN_URL: direct, SPAM_FILTER: 'log' }
  const { base, output } = await startServer(variables)
  expect(output()).toContain('Applied ')
  const read = async (path: string) => (await fetch(base + path)).text()
  const posts = Array.from({ length: 20 }, (_, index) => postOne(base, { title: `Chair ${index}` }))
  const [first] = await Promise.all(posts)
  expect(JSON.parse(await read('/api/listings/category/housing'))).toHaveLength(20)
  expect(await read('/api/search?q=chiar')).toContain('Chair')
  await sql`update listings set title = 'A table' where id = ${first?.id ?? ''}`
  await expect.poll(() => read('/api/listings/category/housing'), pollOptions).toContain('A table')
})

it('refuses a pooler whose connections have no time limit', async () => {
  const { url: direct } = await openEmptyDatabase()
  const variables = { DATABASE_URL: await openPooler(direct), DATABASE_LISTEN_URL: direct }
  const server = await startServer(variables, { waits: false })
  expect(await server.exited).toBe(1)
  expect(server.output()).toContain("connect_query='set statement_timeout = 5000")
})

it('fault 84: a pooler that swallows notifications later is a problem until they arrive again', async () => {
  const { url, sql } = await openTestDatabase()
  const problems = createProblems(silentLogger)
  const direct = openNotifications({ url, logger: silentLogger })
  onTestFinished(() => direct[Symbol.asyncDispose]())
  let isSwallowed = false
  const notifications: Pick<typeof direct, 'subscribe'> = {
    subscribe: (channel, { onNotify, ...others }) =>
      direct.subscribe(channel, { onNotify: (payload) => isSwallowed || onNotify(payload), ...others }),
  }
  const watching = await watchEcho({ sql, notifications, problems, interval: 20, patience: 2_000 })
  onTestFinished(() => watching[Symbol.dispose]())
  isSwallowed = true
  await expect
    .poll(() => problems.list(), pollOptions)
    .toMatchObject([{ reason: expect.stringContaining(sentence) }])
  isSwallowed = false
  await expect.poll(() => problems.list(), pollOptions).toEqual([])
})
