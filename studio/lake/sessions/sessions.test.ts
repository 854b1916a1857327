import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { runCommand } from '../test-support/lake-process.ts'
import { redeem, startSession } from '../test-support/request.ts'
import { connect, makeFolder, startLake } from '../test-support/start-lake.ts'
import { requestLink } from './owner-requests.ts'
import { openSessions } from './sessions.ts'

const hour = 3_600_000

it('opens the Studio once with the code of a link, by an HttpOnly and SameSite cookie', async () => {
  const lake = await startLake()
  const link = await requestLink(lake)
  expect(link).toMatch(new RegExp(`^http://localhost:${lake.port}/open#[0-9a-f]{64}$`))
  const code = link.split('#')[1]
  // Ten browsers at the same time.
  const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(lake.origin, code)))
  const opened = answers.filter(({ status }) => status === 200)
  expect(opened).toMatchObject([{ body: { isOpen: true } }])
  expect(opened[0]?.setCookie).toBe(
    `${opened[0]?.cookie}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict`,
  )
  expect(opened[0]?.cookie).toMatch(new RegExp(`^studio_session_${lake.port}=[0-9a-f]{64}$`))
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({
    status: 401,
    cookie: '',
    body: { message: 'This link is incomplete, has been used, or has expired.' },
  })
  for (const wrong of [undefined, '', '0'.repeat(64)])
    expect((await redeem(lake.origin, wrong)).status).toBe(401)
})

it('makes links and ends sessions for the token only, not for a session', async () => {
  const lake = await startLake()
  const cookie = await startSession(lake)
  for (const [method, path] of [
    ['POST', '/sessions/links'],
    ['DELETE', '/sessions'],
  ] as const) {
    const send = (headers: Record<string, string>) => fetch(lake.origin + path, { method, headers })
    expect((await send({})).status).toBe(401)
    expect((await send({ Cookie: cookie, Origin: lake.origin })).status).toBe(401)
  }
})

it('shows a page that takes a link for every path of the Studio, and runs no other script on it', async () => {
  const lake = await startLake()
  for (const [path, status] of [
    ['/', 401],
    ['/structure/home', 401],
    ['/open', 200],
  ] as const) {
    const answer = await fetch(lake.origin + path, { headers: { Accept: 'text/html' } })
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, status, 'no-store'])
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+'; connect-src 'self'; /,
    )
    expect(await answer.text()).toContain('npm run studio:link')
  }
})

it('keeps sessions and unused links across restarts, and stores neither in plain text', async () => {
  const lake = await startLake()
  const cookie = await startSession(lake)
  const code = (await requestLink(lake)).split('#')[1] ?? ''
  await lake.stop()
  const secrets = [code, cookie.split('=')[1] ?? '']
  const stored = await readFile(join(lake.folder, 'lake.sqlite'), 'latin1')
  for (const secret of secrets) expect(stored).not.toContain(secret)
  const again = await startLake({ LAKE_FOLDER: lake.folder, LAKE_PORT: String(lake.port) })
  const read = () => fetch(`${again.origin}/v1/users/me`, { headers: { Cookie: cookie } })
  expect((await read()).status).toBe(200)
  expect((await redeem(again.origin, code)).status).toBe(200)
})

it('forgets a code after 24 hours and a session after 30 days', () => {
  let now = Date.UTC(2026, 0, 1)
  const sessions = openSessions(new DatabaseSync(':memory:'), () => now)
  const [early, late] = [sessions.createCode(), sessions.createCode()]
  now += 24 * hour - 1
  const secret = sessions.redeem(early) ?? ''
  now += 1
  expect(sessions.redeem(late)).toBeUndefined()
  const accepts = () => sessions.accept(secret, new Socket())
  expect(accepts()).toBe(true)
  now += 30 * 24 * hour - 1
  expect(accepts()).toBe(false)
})

it('npm run studio:link prints a new link, and with --end-all ends the sessions with their streams', async () => {
  const data = await makeFolder()
  const run = (...args: string[]) => runCommand('link', args, { DATA_DIR: data })
  expect(await run()).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `No Studio runs in ${join(data, 'content')}: start the server, or set DATA_DIR to its data folder\n`,
  })
  const lake = await startLake({ LAKE_FOLDER: join(data, 'content') })
  const unused = (await run()).stdout.trim().split('#')[1]
  const cookie = await startSession(lake)
  const headers = { Cookie: cookie, Origin: lake.origin }
  const socket = new WebSocket(`ws://localhost:${lake.port}/v1/socket/production`, { headers })
  await once(socket, 'open')
  const ends = [once(socket, 'close')]
  const stream = await fetch(`${lake.origin}/v1/data/listen/production?query=*`, { headers })
  const streamEnds = stream.text().catch(() => 'cut')

  const { stdout, stderr } = await run('--end-all')
  expect(stderr).toContain('All sessions of the Studio have ended')
  await Promise.all([...ends, streamEnds])
  expect((await fetch(`${lake.origin}/v1/users/me`, { headers })).status).toBe(401)
  expect((await redeem(lake.origin, unused)).status).toBe(401)
  expect((await redeem(lake.origin, stdout.trim().split('#')[1])).status).toBe(200)
  expect(await connect(lake.port, lake.token).fetch('count(*)')).toBe(0)
})
