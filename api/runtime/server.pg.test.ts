import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findFreePort } from '../../site/e2e/support/free-port.ts'
import { openEmptyDatabase } from '../tests/database.ts'
import { usePreparedData } from '../tests/prepared-data.ts'
import { listingInput, post } from '../tests/serve.ts'
import { type ServerProcess, serverScript, startServer } from '../tests/server-process.ts'
import { pollOptions } from '../tests/poll-options.ts'

const copyData = usePreparedData()

it('stops cleanly on SIGTERM and SIGINT, and keeps its data across restarts', async () => {
  const DATA_DIR = join(await mkdtemp(join(tmpdir(), 'founderlist-server-')), 'data')
  onTestFinished(() => rm(dirname(DATA_DIR), { recursive: true, force: true }))
  let server = await startServer({ DATA_DIR })
  const posted = await post(server.base, listingInput())
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    server.kill(signal)
    expect(await server.exited).toBe(0)
    server = await startServer({ DATA_DIR })
    expect((await fetch(server.base + (posted.headers.get('location') ?? ''))).status).toBe(200)
  }
})

/** For a test that does not start an embedded Postgres. */
async function copyWithDatabase() {
  return { ...(await copyData(['content', 'releases'])), DATABASE_URL: (await openEmptyDatabase()).url }
}

it.each([
  ['SIGTERM to npm', (server: ServerProcess) => server.kill('SIGTERM')],
  ['SIGINT to npm', (server: ServerProcess) => server.kill('SIGINT')],
  ['Ctrl-C in a terminal', (server: ServerProcess) => server.interruptAll()],
])('stops cleanly under npm start: %s', async (_what, stop) => {
  const data = await copyData()
  const server = await startServer(data, { command: ['npm', 'start'] })
  stop(server)
  expect(await server.exited).toBe(0)
  expect(server.output()).toContain('Stopping…')
  expect(existsSync(join(data.DATA_DIR, 'postgres', 'postmaster.pid'))).toBe(false)
})

it('fault 34: finishes the requests in flight on SIGTERM and takes no new ones', async () => {
  const server = await startServer(await copyWithDatabase())
  const body = JSON.stringify(listingInput())
  const socket = connect(server.port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('latin1').on('data', (chunk) => (answer += chunk))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const head = `POST /api/listings HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  socket.write(head + body.slice(0, 10))
  // Once a second request is answered, the server has received the first part of this one.
  await fetch(`${server.base}/api/health`)
  server.kill('SIGTERM')
  await server.waitForOutput('Stopping…')
  await expect
    .poll(
      () =>
        fetch(`${server.base}/api/health`).then(
          () => 'answers',
          () => 'refuses',
        ),
      pollOptions,
    )
    .toBe('refuses')
  socket.write(body.slice(10))
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 201 /)
  expect(await server.exited).toBe(0)
})

it('fault 24: refuses a data folder in use with one sentence, and attaches to the database that a killed server left', async () => {
  const data = await copyData()
  const first = await startServer(data)
  const second = await startServer(data, { waits: false })
  expect(await second.exited).toBe(1)
  const lines = second.output().trim().split('\n')
  expect(lines.at(-1)).toMatch(/is in use by another process/)
  expect(lines.at(-1)).toContain(data.DATA_DIR)
  expect(second.output()).not.toMatch(/ at .*\.ts:\d+/)
  const posted = await post(first.base, listingInput())
  expect(posted.status).toBe(201)
  first.kill('SIGKILL')
  await first.exited
  const third = await startServer(data)
  expect((await fetch(third.base + (posted.headers.get('location') ?? ''))).status).toBe(200)
})

it.each([
  [{ HOST: '192.0.2.1' }, /^HOST is not an address of this machine$/],
  [{ PORT: 'http' }, /^PORT must be a port, 1 to 65535$/],
  [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, /^The database cannot be used: .*ECONNREFUSED/],
])('says in one sentence why it cannot start: %o', async (variables, sentence) => {
  const server = await startServer({ ...(await copyData()), ...variables }, { waits: false })
  expect(await server.exited).toBe(1)
  expect(server.output().trim().split('\n').at(-1)).toMatch(sentence)
  expect(server.output()).not.toMatch(/ at .*\.ts:\d+/)
})

it('says in one sentence that its port is taken', async () => {
  const other = createServer().listen(await findFreePort(), '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const server = await startServer({ ...(await copyWithDatabase()), PORT: String(port) }, { waits: false })
  expect(await server.exited).toBe(1)
  expect(server.output().trim().split('\n').at(-1)).toBe(
    'Another program listens on this port already: set PORT to a free one',
  )
})

it('says in one sentence that the Studio would hide a path of the site', async () => {
  const settings = { SITE_URL: 'https://site.test', STUDIO_URL: 'https://site.test/events' }
  const server = await startServer({ ...(await copyData()), ...settings }, { waits: false })
  expect(await server.exited).toBe(1)
  expect(server.output()).toMatch(
    /\nSTUDIO_URL must not be at \/events, which the site uses: [^\n]+\/studio\n$/,
  )
})

it('stops quickly on SIGTERM during its start', async () => {
  // A Content Lake that never answers, so that the start cannot finish.
  const asked = Promise.withResolvers<void>()
  const content = createServer(() => asked.resolve()).listen(0, '127.0.0.1')
  onTestFinished(() => void content.close())
  await once(content, 'listening')
  const variables = {
    DATABASE_URL: (await openEmptyDatabase()).url,
    SANITY_PROJECT_ID: 'local',
    SANITY_API_HOST: `http://127.0.0.1:${(content.address() as AddressInfo).port}`,
    SANITY_WEBHOOK_SECRET: 'secret-of-the-tests',
  }
  const server = await startServer(variables, { waits: false })
  await asked.promise
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  expect(server.output()).not.toContain('The site: ')
})

it('keeps serving if its log cannot be written', async () => {
  const command = ['sh', '-c', `exec ${process.execPath} ${serverScript} > /dev/full`]
  const server = await startServer({ ...(await copyWithDatabase()), LOG_LEVEL: 'info' }, { command })
  expect((await fetch(server.base)).status).toBe(200)
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

/** Requests long paths, which fill the pipe of the log quickly. */
const longPath = `/${'a'.repeat(8_000)}`
const askForLong = async ({ base }: ServerProcess, times: number) => {
  for (let asked = 0; asked < times; asked += 1) expect((await fetch(base + longPath)).status).toBe(404)
}
const readLines = (server: ServerProcess) => {
  const lines = server.log().trim().split('\n')
  return lines.map((line) => JSON.parse(line) as { path?: string; dropped?: number })
}

it('prints its address last and logs one JSON object a line', async () => {
  const { SITE_URL: _, ...data } = await copyWithDatabase()
  const server = await startServer({ ...data, LOG_LEVEL: 'info' })
  expect(server.output().trim().split('\n').at(-1)).toBe(`The site: http://localhost:${server.port}`)
  await fetch(server.base)
  await expect.poll(() => server.log(), pollOptions).toMatch(/^\{"level":30,.*"path":"\/","status":200/)
})

it('keeps serving while its log is not read, then says how many lines it dropped', async () => {
  const server = await startServer({ ...(await copyWithDatabase()), LOG_LEVEL: 'info' })
  server.stallLog()
  await askForLong(server, 300)
  expect((await fetch(server.base)).status).toBe(200)
  server.resumeLog()
  await server.waitForLog('"dropped":')
  const lines = readLines(server)
  const dropped = lines.reduce((sum, line) => sum + (line.dropped ?? 0), 0)
  const logged = lines.filter(({ path }) => path === longPath).length
  expect(logged).toBeGreaterThan(100)
  // 300 long paths, and the last request, whose line was dropped.
  expect(logged + dropped).toBe(301)
  await askForLong(server, 1)
  await expect.poll(() => readLines(server).at(-1)?.path, pollOptions).toBe(longPath)
})

it('flushes its log before it exits, and exits even when the log is not read', async () => {
  const variables = { ...(await copyWithDatabase()), LOG_LEVEL: 'info' }
  const server = await startServer(variables)
  server.stallLog()
  await askForLong(server, 100)
  server.kill('SIGTERM')
  await server.waitForOutput('Stopping…')
  server.resumeLog()
  expect(await server.exited).toBe(0)
  expect(readLines(server).filter(({ path }) => path === longPath)).toHaveLength(100)

  const unread = await startServer(variables)
  unread.stallLog()
  await askForLong(unread, 300)
  unread.kill('SIGTERM')
  expect(await unread.ended).toBe(0)
  unread.resumeLog()
})
