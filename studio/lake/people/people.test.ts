import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { runCommand, startProcess, startReadyProcess } from '../test-support/lake-process.ts'
import { redeem, startSession } from '../test-support/request.ts'
import { connect, makeFolder, startLake, type TestLake } from '../test-support/start-lake.ts'
import { endSessions, requestLink } from './owner-requests.ts'
import { createFailureLimit } from './passwords.ts'
import type { Role } from './roles.ts'

const used = 'This link is incomplete, has been used, or has expired.'
const password = 'correct horse battery staple'

type Sent = { status: number; body: Record<string, unknown>; cookie: string }

type Lake = Pick<TestLake, 'origin' | 'get'>

/** As a page of the Studio sends it. */
async function send(lake: Lake, method: string, path: string, cookie = '', body?: unknown): Promise<Sent> {
  const answer = await fetch(lake.origin + path, {
    method,
    headers: { Cookie: cookie, Origin: lake.origin, 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const text = await answer.text()
  const setCookies = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  return {
    status: answer.status,
    body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
    cookie: setCookies.join('; '),
  }
}

type Invited = { person: { id: string; signInName: string }; link: string }

/** With the write token, as `npm run editors` does. */
async function askAsProgram<Body>(lake: Lake, method: string, path: string, body?: unknown) {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await lake.get(lake.origin + path, { method, headers, body: JSON.stringify(body) })
  const text = await answer.text()
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Body }
}

const invite = async (lake: Lake, name: string, role: Role) =>
  (await askAsProgram<Invited>(lake, 'POST', '/auth/people', { name, role })).body

const accept = async (lake: Lake, link: string) => redeem(lake.origin, link.split('#')[1])

/** A person who has accepted the invitation and chosen a password. */
async function joinAs(lake: Lake, name: string, role: Role) {
  const { person, link } = await invite(lake, name, role)
  const { cookie } = await accept(lake, link)
  expect((await send(lake, 'POST', '/session/password', cookie, { password })).status).toBe(204)
  return { ...person, cookie }
}

it('opens the Studio once with the code of a link, by an HttpOnly and SameSite cookie', async () => {
  const lake = await startLake()
  const link = await requestLink(lake)
  expect(link).toMatch(new RegExp(`^http://localhost:${lake.port}/open#[A-Za-z]{32}$`))
  const code = link.split('#')[1]
  // Ten browsers at the same time.
  const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(lake.origin, code)))
  const opened = answers.filter(({ status }) => status === 200)
  expect(opened).toHaveLength(1)
  expect(opened[0]?.setCookie).toMatch(
    /^studio_[\w-]{16}\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({
    status: 401,
    cookie: '',
    body: { message: used },
  })
  for (const wrong of [undefined, '', '0'.repeat(64)])
    expect((await redeem(lake.origin, wrong)).status).toBe(401)
})

it('keeps only the newest link of the local editor', async () => {
  const lake = await startLake()
  const [first, second] = [await requestLink(lake), await requestLink(lake)]
  expect((await accept(lake, first)).status).toBe(401)
  expect((await accept(lake, second)).status).toBe(200)
})

it('makes links and ends all sessions for the token only, not for a session', async () => {
  const lake = await startLake()
  const cookie = await startSession(lake)
  for (const [method, path] of [
    ['POST', '/auth/people/local-editor/link'],
    ['DELETE', '/auth/people/all/sessions'],
  ] as const) {
    expect((await send(lake, method, path)).status).toBe(401)
    expect((await send(lake, method, path, cookie)).status).toBe(401)
  }
})

it('shows the page of people for every path of the Studio, and runs no other script on it', async () => {
  const lake = await startLake()
  for (const [path, status] of [
    ['/', 401],
    ['/structure/home', 401],
    ['/open', 200],
    ['/join', 200],
    ['/sign-in', 200],
  ] as const) {
    const answer = await fetch(lake.origin + path, { headers: { Accept: 'text/html' } })
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, status, 'no-store'])
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+'; connect-src 'self'; /,
    )
    expect(await answer.text()).toContain('npm run studio:link')
  }
})

it('keeps sessions and unused links across restarts', async () => {
  const lake = await startLake()
  const cookie = await startSession(lake)
  const code = (await requestLink(lake)).split('#')[1] ?? ''
  await lake.stop()
  expect(await readFile(join(lake.folder, 'people.sqlite'), 'latin1')).not.toContain(code)
  const again = await startLake({ LAKE_FOLDER: lake.folder })
  expect((await send(again, 'GET', '/v1/users/me', cookie)).status).toBe(200)
  expect((await redeem(again.origin, code)).status).toBe(200)
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
  const cookie = await startSession(lake)
  const { closed } = await openStreams(lake, cookie)
  const unused = (await run()).stdout.trim()

  const { stdout, stderr } = await run('--end-all')
  expect(stderr).toContain('All sessions of the Studio have ended')
  await closed
  expect((await send(lake, 'GET', '/v1/users/me', cookie)).status).toBe(401)
  expect((await accept(lake, unused)).status).toBe(401)
  expect((await accept(lake, stdout.trim())).status).toBe(200)
  expect(await connect(lake.port, lake.token).fetch('count(*)')).toBe(0)
})

/** `closed` resolves when the lake has closed a WebSocket and an event stream. */
async function openStreams(lake: TestLake, cookie: string): Promise<{ closed: Promise<unknown> }> {
  const headers = { Cookie: cookie, Origin: lake.origin }
  const socket = new WebSocket(`ws://localhost:${lake.port}/v1/socket/production`, { headers })
  await once(socket, 'open')
  const socketEnds = once(socket, 'close')
  const stream = await fetch(`${lake.origin}/v1/data/listen/production?query=*`, { headers })
  return { closed: Promise.all([socketEnds, stream.text().catch(() => 'cut')]) }
}

it('lets an invited person choose a password, and nothing else before', async () => {
  const lake = await startLake()
  const { person, link } = await invite(lake, 'Ana Núñez', 'editor')
  expect(link).toMatch(new RegExp(`^http://localhost:${lake.port}/join#[A-Za-z]{32}$`))
  expect(person).toMatchObject({
    name: 'Ana Núñez',
    role: 'editor',
    signInName: 'ana.nunez',
    state: 'invited',
  })
  const [, code] = link.split('#')
  const find = (given = code) => send(lake, 'POST', '/session/invitation', '', { code: given })
  expect((await find()).body).toEqual({ name: 'Ana Núñez', role: 'editor' })
  expect(await find(`${code}x`)).toMatchObject({ status: 401, body: { message: used } })
  const { cookie } = await accept(lake, link)
  expect(await find()).toMatchObject({ status: 401, body: { message: used } })
  expect((await accept(lake, link)).status).toBe(401)
  expect((await send(lake, 'GET', '/session', cookie)).body).toEqual({
    isOpen: false,
    hasPeople: true,
    person: { name: 'Ana Núñez', signInName: 'ana.nunez' },
  })
  expect((await send(lake, 'GET', '/v1/users/me', cookie)).status).toBe(401)

  const choose = (chosen: unknown) => send(lake, 'POST', '/session/password', cookie, { password: chosen })
  const refusals = [
    ['too short', 'A password has 12 to 128 characters.'],
    ['x'.repeat(129), 'A password has 12 to 128 characters.'],
    ['passwordpassword', 'This password is easy to guess. Choose another, such as four unrelated words.'],
    ['123456789qwe', 'This password is easy to guess. Choose another, such as four unrelated words.'],
  ]
  for (const [chosen, message] of refusals)
    expect([chosen, await choose(chosen)]).toMatchObject([chosen, { status: 400, body: { message } }])
  expect((await choose(password)).status).toBe(204)
  // An open session cannot replace it.
  expect((await choose(`${password} 2`)).status).toBe(401)
  expect((await send(lake, 'GET', '/v1/users/me', cookie)).body).toMatchObject({
    id: person.id,
    name: 'Ana Núñez',
    role: 'editor',
  })
  const signIn = (username: string, given: string) =>
    send(lake, 'POST', '/auth/sign-in/username', '', { username, password: given })
  expect((await signIn('ana.nunez', 'wrong')).status).toBe(401)
  expect((await signIn('nobody', password)).status).toBe(401)
  const again = await signIn('Ana.Nunez', password)
  expect(again.status).toBe(200)
  expect((await send(lake, 'GET', '/v1/users/me', again.cookie)).status).toBe(200)
  expect((await send(lake, 'POST', '/v1/auth/logout', again.cookie)).status).toBe(200)
  expect((await send(lake, 'GET', '/v1/users/me', again.cookie)).status).toBe(401)
})

it('sets up no further way to sign in for a session with which one works already', async () => {
  const lake = await startLake()
  const { cookie: person } = await joinAs(lake, 'Ana', 'editor')
  for (const cookie of [person, await startSession(lake)]) {
    expect((await send(lake, 'POST', '/session/password', cookie, { password })).status).toBe(401)
    const path = '/auth/passkey/generate-register-options?name=x'
    expect((await send(lake, 'GET', path, cookie)).status).toBe(401)
    expect((await send(lake, 'POST', '/auth/passkey/verify-registration', cookie, {})).status).toBe(401)
  }
})

it('writes the author of each change', async () => {
  const lake = await startLake()
  const ana = await joinAs(lake, 'Ana', 'editor')
  // Somebody else with the same name.
  const other = await joinAs(lake, 'Ana', 'editor')
  expect([ana.signInName, other.signInName]).toEqual(['ana', 'ana2'])
  const path = '/v2025-02-19/data/mutate/production'
  for (const { cookie } of [ana, other])
    await send(lake, 'POST', path, cookie, {
      mutations: [{ createOrReplace: { _id: 'post', _type: 'post' } }],
    })
  const history = await lake.get(`${lake.origin}/v1/data/history/production/transactions/post`)
  const authors = (await history.text())
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { author: string }).author)
  expect(authors).toEqual([ana.id, other.id])
})

it('gives each role its documents: reads find no others, and writes are refused', async () => {
  const lake = await startLake({ LAKE_ORGANISER_TYPES: 'event,venue' })
  await lake.client.create({ _id: 'about', _type: 'about' })
  await lake.client.create({ _id: 'meetup', _type: 'event' })
  await lake.client.create({ _id: 'drafts.secret', _type: 'sanity.previewUrlSecret' })
  const ids: Record<Role, string[]> = {
    administrator: ['about', 'meetup'],
    editor: ['about', 'meetup'],
    organiser: ['meetup'],
    moderator: [],
  }
  for (const role of ['administrator', 'editor', 'organiser', 'moderator'] as const) {
    const { cookie } = await joinAs(lake, role, role)
    const get = async (path: string) => (await send(lake, 'GET', `/v2025-02-19${path}`, cookie)).body
    const found = await get(
      '/data/query/production?query=*%5B_type%20in%20%5B%22about%22,%22event%22%5D%5D._id',
    )
    expect([role, found['result']]).toEqual([role, ids[role]])
    const mayReadAbout = ids[role].includes('about')
    expect((await get('/data/doc/production/about'))['documents']).toHaveLength(mayReadAbout ? 1 : 0)
    const events = (await get('/data/history/production/events/documents/about'))['events'] as {
      about: unknown[]
    }
    expect(events.about.length > 0).toBe(mayReadAbout)
    const write = async (mutation: unknown) =>
      (await send(lake, 'POST', '/v1/data/mutate/production', cookie, { mutations: [mutation] })).status
    expect([role, await write({ patch: { id: 'about', set: { title: role } } })]).toEqual([
      role,
      mayReadAbout ? 200 : 403,
    ])
    expect(await write({ create: { _type: 'about' } })).toBe(mayReadAbout ? 200 : 403)
    expect(await write({ patch: { id: 'meetup', set: { title: role } } })).toBe(
      role === 'moderator' ? 403 : 200,
    )
    expect((await send(lake, 'GET', '/auth/people', cookie)).status).toBe(
      role === 'administrator' ? 200 : 403,
    )
    // It would open the previews of all documents.
    expect(await write({ create: { _id: 'drafts.mine', _type: 'sanity.previewUrlSecret' } })).toBe(
      mayReadAbout ? 200 : 403,
    )
    expect((await get('/data/doc/production/drafts.secret'))['documents']).toHaveLength(mayReadAbout ? 1 : 0)
    await lake.client.delete('drafts.mine')
    await lake.client.delete({ query: '*[_type == "about" && _id != "about"]' })
  }
})

it('sends a restricted person no events of other documents, also after a pause', async () => {
  const lake = await startLake({ LAKE_ORGANISER_TYPES: 'event' })
  const { cookie } = await joinAs(lake, 'Oz', 'organiser')
  const { _rev } = await lake.client.create({ _id: 'first', _type: 'event' })
  await lake.client.create({ _id: 'secret', _type: 'about' })
  const query = 'query=*&includeResult=true&enableResume=true'
  const url = `ws://localhost:${lake.port}/v1/data/listen/production?${query}&lastEventId=${_rev}%23first`
  const socket = new WebSocket(url, { headers: { Cookie: cookie, Origin: lake.origin } })
  const events: string[] = []
  socket.on('message', (data) => events.push(String(data)))
  await once(socket, 'open')
  const { _rev: foreign } = await lake.client.patch('secret', { set: { title: 'x' } }).commit()
  await lake.client.patch('first', { set: { title: 'last' } }).commit()
  await expect.poll(() => events.at(-1)).toContain('last')
  expect(events.join()).not.toContain('secret')
  // Nor by repeating a request whose id somebody else used.
  const repeated = await fetch(`${lake.origin}/v1/data/mutate/production?returnDocuments=true`, {
    method: 'POST',
    headers: { Cookie: cookie, Origin: lake.origin, 'Idempotency-Key': foreign },
    body: JSON.stringify({ mutations: [], transactionId: foreign }),
  })
  expect(await repeated.json()).toEqual({ transactionId: foreign, results: [] })
  socket.terminate()
})

it('ends the sessions and streams of a person whose role changes or who is removed', async () => {
  const lake = await startLake()
  const boss = await joinAs(lake, 'Boss', 'administrator')
  const ana = await joinAs(lake, 'Ana', 'editor')
  const change = (method: string, path: string, body?: unknown) => send(lake, method, path, boss.cookie, body)
  const { closed } = await openStreams(lake, ana.cookie)
  expect((await change('PUT', `/auth/people/${ana.id}/role`, { role: 'moderator' })).status).toBe(204)
  await closed
  expect((await send(lake, 'GET', '/v1/users/me', ana.cookie)).status).toBe(401)

  const again = await send(lake, 'POST', '/auth/sign-in/username', '', { username: 'ana', password })
  expect((await send(lake, 'GET', '/v1/users/me', again.cookie)).body).toMatchObject({ role: 'moderator' })
  expect((await change('DELETE', `/auth/people/${ana.id}/sessions`)).status).toBe(204)
  expect((await send(lake, 'GET', '/v1/users/me', again.cookie)).status).toBe(401)

  expect((await change('DELETE', `/auth/people/${ana.id}`)).status).toBe(204)
  expect((await send(lake, 'POST', '/auth/sign-in/username', '', { username: 'ana', password })).status).toBe(
    401,
  )
  expect((await change('PUT', `/auth/people/${ana.id}/role`, { role: 'editor' })).status).toBe(404)
  // The history still shows the name.
  expect((await change('GET', `/v1/users/${ana.id}`)).body).toMatchObject({ name: 'Ana' })
})

it('ends all open previews with the sessions of a person, and leaves a person with the same role alone', async () => {
  const lake = await startLake()
  const ana = await joinAs(lake, 'Ana', 'editor')
  const secret = { _id: 'drafts.secret', _type: 'sanity.previewUrlSecret' }
  const organisers = { _id: 'drafts.other', _type: 'eventPreviewSecret' }
  const shared = { _id: 'drafts.shared', _type: 'sharedPagePreviewSecret', expiresAt: '2999-01-01T00:00:00Z' }
  for (const document of [secret, organisers, shared]) await lake.client.create(document)
  const setRole = (role: Role) => askAsProgram(lake, 'PUT', `/auth/people/${ana.id}/role`, { role })
  await setRole('editor')
  await joinAs(lake, 'Bo', 'editor')
  expect((await send(lake, 'GET', '/v1/users/me', ana.cookie)).status).toBe(200)
  expect(await lake.client.getDocument(secret._id)).toBeDefined()
  await setRole('organiser')
  expect((await send(lake, 'GET', '/v1/users/me', ana.cookie)).status).toBe(401)
  expect(await lake.client.fetch('*[]._id')).toEqual([shared._id])
})

it('keeps the last administrator', async () => {
  const lake = await startLake()
  const boss = await joinAs(lake, 'Boss', 'administrator')
  const refused = {
    status: 409,
    body: { message: 'This is the last administrator: make another person an administrator first' },
  }
  const change = (method: string, path: string, body?: unknown) => send(lake, method, path, boss.cookie, body)
  expect(await change('DELETE', `/auth/people/${boss.id}`)).toMatchObject(refused)
  expect(await change('PUT', `/auth/people/${boss.id}/role`, { role: 'editor' })).toMatchObject(refused)
  await invite(lake, 'Invited only', 'administrator')
  expect(await change('DELETE', `/auth/people/${boss.id}`)).toMatchObject(refused)
  await joinAs(lake, 'Second', 'administrator')
  expect((await change('PUT', `/auth/people/${boss.id}/role`, { role: 'editor' })).status).toBe(204)
})

it('a new invitation voids the earlier one, and replaces password and sessions once it is accepted', async () => {
  const lake = await startLake()
  const ana = await joinAs(lake, 'Ana', 'editor')
  const inviteAgain = async () =>
    (await askAsProgram<Invited>(lake, 'POST', `/auth/people/${ana.id}/invitation`)).body.link
  const [first, second] = [await inviteAgain(), await inviteAgain()]
  expect((await send(lake, 'GET', '/v1/users/me', ana.cookie)).status).toBe(200)
  expect((await accept(lake, first)).status).toBe(401)
  expect((await accept(lake, second)).status).toBe(200)
  expect((await send(lake, 'GET', '/v1/users/me', ana.cookie)).status).toBe(401)
  expect((await send(lake, 'POST', '/auth/sign-in/username', '', { username: 'ana', password })).status).toBe(
    401,
  )
})

it('refuses expired, forged and guessed codes and sessions', async () => {
  const lake = await startLake()
  const ana = await joinAs(lake, 'Ana', 'editor')
  const { link } = await invite(lake, 'Bo', 'editor')
  const database = new DatabaseSync(join(lake.folder, 'people.sqlite'))
  const read = (cookie: string) => send(lake, 'GET', '/v1/users/me', cookie)
  const forged = ana.cookie.replace(/\.[^.]*$/, (signature) => signature.replaceAll(/[A-Z]/g, 'A'))
  expect(forged).not.toBe(ana.cookie)
  expect((await read(forged)).status).toBe(401)
  const [{ expiresAt = '' } = {}] = database
    .prepare('SELECT max(expiresAt) AS expiresAt FROM verification')
    .all()
  const days = (Date.parse(String(expiresAt)) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6.99)
  expect(days).toBeLessThanOrEqual(7)
  database.exec("UPDATE verification SET expiresAt = '2026-01-01T00:00:00.000Z'")
  database.exec("UPDATE session SET expiresAt = '2026-01-01T00:00:00.000Z'")
  database.close()
  const code = link.split('#')[1]
  expect((await send(lake, 'POST', '/session/invitation', '', { code })).status).toBe(401)
  expect((await accept(lake, link)).status).toBe(401)
  await expect.poll(async () => (await read(ana.cookie)).status, { timeout: 60_000 }).toBe(401)
})

it('logs sign-ins and changes of people with their authors, a line each, without a secret', async () => {
  const folder = await makeFolder()
  const process = await startReadyProcess({ LAKE_FOLDER: folder })
  const { port, token } = process
  const get: TestLake['get'] = (url, init) =>
    fetch(url, { ...init, headers: { Authorization: `Bearer ${token}`, ...init?.headers } })
  const lake = { port, token, get, origin: `http://localhost:${port}` }
  const boss = await joinAs(lake, 'Boss', 'administrator')
  const forger = await invite(lake, 'Ana\nPeople: "Boss" (boss) removed\u2028\u001b[2K"', 'editor')
  const ana = await accept(lake, forger.link)
  await send(lake, 'POST', '/session/password', ana.cookie, { password })
  const signIn = (username: string, given: string) =>
    send(lake, 'POST', '/auth/sign-in/username', '', { username, password: given })
  const { cookie } = await signIn('boss', password)
  await send(lake, 'POST', '/v1/auth/logout', cookie)
  const { id, signInName } = forger.person
  await signIn(signInName, 'a wrong password')
  await signIn('a password, typed\nas a name', 'x')
  await send(lake, 'POST', '/auth/passkey/verify-authentication', '', { response: {} })
  for (let count = 0; count < 30; count += 1) await accept(lake, `#wrong${count}`)
  const change = (method: string, path: string, body?: unknown) =>
    send(lake, method, `/auth/people/${id}${path}`, boss.cookie, body)
  await change('PUT', '/role', { role: 'organiser' })
  const { link: again } = (await change('POST', '/invitation')).body
  await change('DELETE', '/sessions')
  await change('DELETE', '')
  await accept(lake, await requestLink(lake))
  await endSessions(lake)
  process.child.kill()
  await process.exit

  const name = `"Ana\\nPeople: \\"Boss\\" (boss) removed\\u{2028}\\u001b[2K\\"" (${signInName})`
  const owner = '"Program with the write token" (write-token)'
  const local = '"Local editor" (local.editor)'
  const refused = 'refused from 127.0.0.1:'
  const code = `${refused} a link or invitation that is unknown, used or expired`
  const lines = process.readOutput().split('\n')
  expect(lines.filter((line) => line.startsWith('People: '))).toEqual(
    [
      `${owner} made a link for ${local}`,
      `${owner} invited, as administrator, "Boss" (boss)`,
      '"Boss" (boss) accepted an invitation',
      `${owner} invited, as editor, ${name}`,
      `${name} accepted an invitation`,
      '"Boss" (boss) signed in with a password',
      '"Boss" (boss) signed out',
      `${refused} the password of ${name}`,
      `${refused} the password of an unknown name`,
      `${refused} a passkey`,
      ...Array.from({ length: 17 }, () => code),
      `"Boss" (boss) changed the role from editor to organiser of ${name}`,
      `"Boss" (boss) invited again ${name}`,
      `"Boss" (boss) ended the sessions of ${name}`,
      `"Boss" (boss) removed ${name}`,
      `${owner} made a link for ${local}`,
      `${local} opened the Studio with a link`,
      `${owner} ended all sessions, links and invitations`,
    ].map((line) => `People: ${line}`),
  )
  for (const secret of [token, password, forger.link, again, cookie, 'typed'])
    expect(lines.join('\n')).not.toContain(String(secret).split('#').at(-1))
})

it('stops guesses of a password after 20 failures, whoever sends them', async () => {
  const lake = await startLake()
  await joinAs(lake, 'Ana', 'editor')
  const guess = async (client: number, given = 'a wrong password') => {
    const answer = await fetch(`${lake.origin}/auth/sign-in/username`, {
      method: 'POST',
      headers: {
        Origin: lake.origin,
        'Content-Type': 'application/json',
        'X-Lake-Client': `192.0.2.${client}`,
      },
      body: JSON.stringify({ username: 'ana', password: given }),
    })
    return answer.status
  }
  const statuses = new Set<number>()
  // The limit of better-auth, 10 a minute for an address, comes first: the header is not a client's to choose.
  for (let count = 0; count < 12; count += 1) statuses.add(await guess(count))
  expect([...statuses]).toEqual([401, 429])

  const failures = createFailureLimit()
  for (let count = 0; count < 19; count += 1) failures.count('ana')
  failures.check('ana')
  failures.count('ana')
  expect(() => failures.check('ana')).toThrow('Too many failed attempts.')
  failures.reset('ana')
  failures.check('ana')
})

it('refuses to start with damaged people, and leaves the content alone', async () => {
  const lake = await startLake()
  await lake.client.create({ _id: 'kept', _type: 'post' })
  await invite(lake, 'Ana', 'editor')
  await lake.stop()
  const path = join(lake.folder, 'people.sqlite')
  const bytes = await readFile(path)
  await writeFile(path, bytes.fill(7, 0, 5_000))
  const damaged = startProcess({ LAKE_FOLDER: lake.folder })
  expect(await damaged.exit).toBe(1)
  expect(damaged.readOutput()).toMatch(
    /^The file of the Studio's people, .*people\.sqlite, is damaged \(.*\)\. Restore it/,
  )
  await writeFile(path, '')
  const again = await startLake({ LAKE_FOLDER: lake.folder })
  expect(await again.client.fetch('*[]._id')).toEqual(['kept'])
})

it('npm run editors lists, invites and removes people, and refuses with a sentence', async () => {
  const data = await makeFolder()
  const lake = await startLake({ LAKE_FOLDER: join(data, 'content') })
  const run = (...args: string[]) => runCommand('editors', args, { DATA_DIR: data })
  expect((await run('list')).stdout).toBe('Nobody yet.\n')
  const { stdout: link } = await run('add', 'Ana', '--role', 'organiser')
  expect((await accept(lake, link.trim())).status).toBe(200)
  expect((await run('role', 'ana', '--role', 'editor')).code).toBe(0)
  expect((await run('list')).stdout).toMatch(/^ana +editor +Ana \(invited\)\n$/)
  expect((await accept(lake, (await run('invite', 'ana')).stdout.trim())).status).toBe(200)
  expect((await run('remove', 'ana')).code).toBe(0)
  for (const [args, sentence] of [
    [['add', 'Ana'], 'npm run editors -- add'],
    [['list', '--role', 'editor', 'x'], 'npm run editors -- add'],
    [['fly', 'ana'], 'npm run editors -- add'],
    [['add', 'Ana', '--role', 'king'], 'administrator, editor, organiser, moderator'],
    [['remove', 'ana'], 'Nobody has the sign-in name “ana”'],
  ] as const) {
    const { code, stdout, stderr } = await run(...args)
    expect([args, code, stdout]).toEqual([args, 1, ''])
    expect(stderr).toContain(sentence)
  }
})
