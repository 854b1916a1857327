import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openEmptyDatabase } from './tests/database.ts'
import { type ServerProcess, serverScript, startServer } from './tests/server-process.ts'
import { listingInput, post } from './tests/serve.ts'
import { signalAll } from './tests/signal-all.ts'

async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-server-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'data')
}

it.each(['SIGTERM', 'SIGINT'] as const)(
  'stops cleanly on %s and starts again with everything',
  async (signal) => {
    const DATA_DIR = await makeDataFolder()
    const first = await startServer({ DATA_DIR })
    const posted = await post(first.base, listingInput())
    first.kill(signal)
    expect(await first.exited).toBe(0)
    const startedAt = performance.now()
    const second = await startServer({ DATA_DIR })
    expect(performance.now() - startedAt).toBeLessThan(20_000)
    expect((await fetch(second.base + (posted.headers.get('location') ?? ''))).status).toBe(200)
  },
)

it.each([
  ['SIGTERM to npm', (server: ServerProcess) => server.kill('SIGTERM')],
  ['SIGINT to npm', (server: ServerProcess) => server.kill('SIGINT')],
  ['Ctrl-C in a terminal', (server: ServerProcess) => server.interruptAll()],
])('stops cleanly as npm start: %s', async (_what, stop) => {
  const DATA_DIR = await makeDataFolder()
  const server = await startServer({ DATA_DIR }, { command: ['npm', 'start'] })
  stop(server)
  expect(await server.exited).toBe(0)
  expect(server.output()).toContain('Stopping…')
  expect(existsSync(join(DATA_DIR, 'postgres', 'postmaster.pid'))).toBe(false)
})

it('finishes the requests in flight on SIGTERM and takes no new ones', async () => {
  const { url } = await openEmptyDatabase()
  const server = await startServer({ DATABASE_URL: url })
  const body = JSON.stringify(listingInput())
  const socket = connect(server.port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('latin1').on('data', (chunk) => (answer += chunk))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const head = `POST /api/listings HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  socket.write(head + body.slice(0, 10))
  // The server has the request once it asks nothing more of us than the rest: a second request shows it is that far.
  await fetch(`${server.base}/api/health`)
  server.kill('SIGTERM')
  await server.says('Stopping…')
  await expect
    .poll(() =>
      fetch(`${server.base}/api/health`).then(
        () => 'answers',
        () => 'refuses',
      ),
    )
    .toBe('refuses')
  socket.write(body.slice(10))
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 201 /)
  expect(await server.exited).toBe(0)
})

it('says in one sentence that the data folder is in use, and leaves the first server unharmed', async () => {
  const DATA_DIR = await makeDataFolder()
  const first = await startServer({ DATA_DIR })
  const second = await startServer({ DATA_DIR }, { waits: false })
  expect(await second.exited).toBe(1)
  const lines = second.output().trim().split('\n')
  expect(lines.at(-1)).toMatch(/is in use by another process/)
  expect(lines.at(-1)).toContain(DATA_DIR)
  expect(second.output()).not.toMatch(/ at .*\.ts:\d+/)
  expect((await post(first.base, listingInput())).status).toBe(201)
})

it('attaches to the database that a killed server left behind', async () => {
  const DATA_DIR = await makeDataFolder()
  const first = await startServer({ DATA_DIR })
  const posted = await post(first.base, listingInput())
  first.kill('SIGKILL')
  await first.exited
  const second = await startServer({ DATA_DIR })
  expect((await fetch(second.base + (posted.headers.get('location') ?? ''))).status).toBe(200)
})

it.each([
  [{ HOST: '192.0.2.1' }, /^HOST is no address of this machine$/],
  [{ PORT: 'http' }, /^PORT must be a port, 1 to 65535$/],
  [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, /^The database cannot be used: .*ECONNREFUSED/],
])('says in one sentence why it cannot start: %o', async (variables, sentence) => {
  const server = await startServer(variables, { waits: false })
  expect(await server.exited).toBe(1)
  expect(server.output().trim().split('\n').at(-1)).toMatch(sentence)
  expect(server.output()).not.toMatch(/ at .*\.ts:\d+/)
})

it('says in one sentence that its port is taken', async () => {
  const { url } = await openEmptyDatabase()
  const first = await startServer({ DATABASE_URL: url })
  const second = await startServer({ DATABASE_URL: url, PORT: String(first.port) }, { waits: false })
  expect(await second.exited).toBe(1)
  expect(second.output().trim().split('\n').at(-1)).toBe(
    'Another program listens on this port already: set PORT to a free one',
  )
})

it('stops within moments when it is asked to during its start', async () => {
  const { url } = await openEmptyDatabase()
  const server = await startServer({ DATABASE_URL: url }, { waits: false })
  await server.says('Applied 0001')
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  expect(server.output()).not.toContain('The site: ')
})

it('serves on where its log cannot be written', async () => {
  const { url } = await openEmptyDatabase()
  const command = ['sh', '-c', `exec ${process.execPath} ${serverScript} > /dev/full`]
  const server = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'info' }, { command })
  expect((await fetch(server.base)).status).toBe(200)
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

it('stops although the database hangs', { timeout: 120_000 }, async () => {
  const DATA_DIR = await makeDataFolder()
  const server = await startServer({ DATA_DIR })
  const [pid] = (await readFile(join(DATA_DIR, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const pids = [pid, ...children.trim().split(' ')].map(Number)
  signalAll(pids, 'SIGSTOP')
  server.kill('SIGTERM')
  await server.exited
  expect(server.output()).toContain('Stopping…')
  signalAll(pids, 'SIGKILL')
})

it('prints its address last and logs one JSON object a line', async () => {
  const { url } = await openEmptyDatabase()
  const server = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'info' })
  expect(server.output().trim().split('\n').at(-1)).toBe(`The site: http://localhost:${server.port}`)
  await fetch(server.base)
  await expect.poll(() => server.log()).toMatch(/^\{"level":30,.*"path":"\/","status":200/)
})
