import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect, it } from 'vitest'
import { invitePerson, requestLink } from '../people/owner-requests.ts'
import { redeem, sendRaw, startSession, upgradeRaw } from '../test-support/request.ts'
import { startLake } from '../test-support/start-lake.ts'

const query = '/v2025-02-19/data/query/production?query=*%5B_type%3D%3D%22post%22%5D._id&perspective=raw'
const mutate = '/v2025-02-19/data/mutate/production'
const socket = '/v2022-06-30/socket/production'
const mutation = JSON.stringify({ mutations: [{ create: { _id: 'made', _type: 'post' } }] })

/** A lake with a published document and a draft. */
async function startFilled(variables: Record<string, string> = {}) {
  const lake = await startLake(variables)
  await lake.client.create({ _id: 'shown', _type: 'post' })
  await lake.client.create({ _id: 'drafts.hidden', _type: 'post' })
  const get = async (...headers: string[]) => {
    const { status, head, body } = await sendRaw(lake.port, [`GET ${query} HTTP/1.1`, ...headers])
    // HEAD must answer like GET, without a body.
    const bare = await sendRaw(lake.port, [`HEAD ${query} HTTP/1.1`, ...headers])
    expect([bare.status, bare.body]).toEqual([status, ''])
    return { status, head, ids: status === 200 ? (JSON.parse(body).result as string[]) : [] }
  }
  const post = (...headers: string[]) =>
    sendRaw(
      lake.port,
      [
        `POST ${mutate} HTTP/1.1`,
        'Content-Type: application/json',
        `Content-Length: ${mutation.length}`,
        ...headers,
      ],
      mutation,
    )
  return { ...lake, get, post }
}

const all = ['drafts.hidden', 'shown']

type Row = [what: string, headers: string[], read: number, ids: string[], write: number]

async function expectAccess({ client, get, post }: Awaited<ReturnType<typeof startFilled>>, rows: Row[]) {
  for (const [what, headers, read, ids, write] of rows) {
    const reading = await get(...headers)
    expect([what, reading.status, reading.ids.toSorted()]).toEqual([what, read, ids])
    const writing = await post(...headers)
    expect([what, writing.status]).toEqual([what, write])
    for (const { head } of [reading, writing]) {
      expect(head).not.toContain('access-control')
      expect(head).toContain('x-content-type-options: nosniff')
      expect(head).toContain('content-security-policy: ')
    }
    await client.delete('made').catch(() => {})
  }
}

it('grants access by token and session only, and refuses foreign hosts and origins', async () => {
  const lake = await startFilled()
  const { port, token } = lake
  const own = `Host: localhost:${port}`
  const bearer = `Authorization: Bearer ${token}`
  const cookie = `Cookie: other=1; ${await startSession(lake)}`
  await expectAccess(lake, [
    ['a program without the token', [own], 401, [], 401],
    ['a program with the token', [own, bearer], 200, all, 200],
    ['by the address', [`Host: 127.0.0.1:${port}`, bearer], 200, all, 200],
    ['by the address of IPv6', [`Host: [::1]:${port}`, bearer], 200, all, 200],
    ['in capitals', [`Host: LOCALHOST:${port}`, bearer], 200, all, 200],
    ['by the name of its project', [`Host: local.localhost:${port}`, bearer], 200, all, 200],
    [
      'the Studio by the name of its project',
      [`Host: local.localhost:${port}`, `Origin: http://local.localhost:${port}`, cookie],
      200,
      all,
      200,
    ],
    ['by the name of another project', [`Host: other.localhost:${port}`, bearer], 403, [], 403],
    ['by a subdomain of its name', [`Host: a.local.localhost:${port}`, bearer], 403, [], 403],
    [
      'by a longer name that begins with its name',
      [`Host: local.localhost.evil.example:${port}`, bearer],
      403,
      [],
      403,
    ],
    ['with a wrong token', [own, 'Authorization: Bearer wrong'], 401, [], 401],
    [
      'with a wrong token of the same length',
      [own, `Authorization: Bearer ${'x'.repeat(token.length)}`],
      401,
      [],
      401,
    ],
    ['with another scheme', [own, `Authorization: Basic ${token}`], 401, [], 401],
    ['the origin of the Studio without a session', [own, `Origin: http://localhost:${port}`], 401, [], 401],
    ['Sec-Fetch-Site of the Studio without a session', [own, 'Sec-Fetch-Site: same-origin'], 401, [], 401],
    ['the Studio', [own, `Origin: http://localhost:${port}`, cookie], 200, all, 200],
    ['a session without other headers', [own, cookie], 200, all, 200],
    ['a forged session', [own, cookie.replace(/token=./, 'token=!')], 401, [], 401],
    ['the session of another lake', [own, cookie.replace('studio_', 'studio_x')], 401, [], 401],
    ['a wrong token from the Studio', [own, cookie, 'Authorization: Bearer x'], 401, [], 401],
    ['an image of a foreign page', [own, 'Sec-Fetch-Site: cross-site'], 403, [], 403],
    ['another port of this machine', [own, 'Sec-Fetch-Site: same-site'], 403, [], 403],
    ['another port in the browser of an editor', [own, 'Sec-Fetch-Site: same-site', cookie], 403, [], 403],
    ['a typed address', [own, 'Sec-Fetch-Site: none'], 401, [], 401],
    ['a foreign page', [own, 'Origin: https://evil.example', cookie], 403, [], 403],
    ['a page on another port', [own, 'Origin: http://localhost:1', cookie], 403, [], 403],
    ['a page at another name of the lake', [own, `Origin: http://127.0.0.1:${port}`], 403, [], 403],
    ['a page of another project', [own, `Origin: http://other.localhost:${port}`], 403, [], 403],
    ['a page over TLS', [own, `Origin: https://localhost:${port}`], 403, [], 403],
    ['a sandboxed page', [own, 'Origin: null'], 403, [], 403],
    ['a foreign page with the token', [own, 'Origin: https://evil.example', bearer], 403, [], 403],
    [
      'a foreign page that claims to be same-origin',
      [own, 'Origin: https://evil.example', 'Sec-Fetch-Site: same-origin'],
      403,
      [],
      403,
    ],
    ['two origins', [own, `Origin: http://localhost:${port}`, 'Origin: https://evil.example'], 403, [], 403],
    ['a rebound name', [`Host: evil.example:${port}`, `Origin: http://evil.example:${port}`], 403, [], 403],
    ['a rebound name with a session', [`Host: evil.example:${port}`, cookie], 403, [], 403],
    ['a rebound name with the token', [`Host: evil.example:${port}`, bearer], 403, [], 403],
    [
      'a rebound name that the browser calls same-origin',
      [`Host: evil.example:${port}`, 'Sec-Fetch-Site: same-origin'],
      403,
      [],
      403,
    ],
    ['a name that begins with localhost', [`Host: localhost.evil.example:${port}`, bearer], 403, [], 403],
    ['a name with a user in front', [`Host: localhost:${port}@evil.example`, bearer], 400, [], 400],
    ['another port', ['Host: localhost:1', bearer], 403, [], 403],
    ['no port', ['Host: localhost', bearer], 403, [], 403],
  ])
})

it('with LAKE_OPEN admits the page of the Studio by its headers, and no other page or program', async () => {
  const lake = await startFilled({ LAKE_OPEN: '1' })
  const { port } = lake
  const own = `Host: localhost:${port}`
  const origin = `Origin: http://localhost:${port}`
  await expectAccess(lake, [
    ['the Studio, by its origin', [own, origin], 200, all, 200],
    ['the Studio, by Sec-Fetch-Site', [own, 'Sec-Fetch-Site: same-origin'], 200, all, 200],
    ['the Studio through a proxy', [own, origin, 'X-Forwarded-For: 192.0.2.1'], 403, [], 403],
    ['a program without the token', [own], 401, [], 401],
    ['a typed address', [own, 'Sec-Fetch-Site: none'], 401, [], 401],
    ['a page on another port', [own, 'Origin: http://localhost:1'], 403, [], 403],
    ['a foreign page', [own, 'Sec-Fetch-Site: cross-site'], 403, [], 403],
    ['a rebound name', [`Host: evil.example:${port}`, 'Sec-Fetch-Site: same-origin'], 403, [], 403],
  ])
  // Until somebody has joined: who has invited the first person still has to see the invitation.
  const link = await invitePerson(lake, 'Ana', 'editor')
  const rows = [
    ['/', [], 503],
    ['/images/local/production/none-1x1.png', [], 404],
    ['/studio-settings.json', [], 401],
    ['/studio-settings.json', ['Sec-Fetch-Site: none'], 401],
    ['/studio-settings.json', ['Sec-Fetch-Site: same-origin'], 200],
  ] as const
  for (const [path, headers, status] of rows)
    expect([path, headers, (await sendRaw(port, [`GET ${path} HTTP/1.1`, own, ...headers])).status]).toEqual([
      path,
      headers,
      status,
    ])
  const { cookie } = await redeem(lake.origin, link.split('#')[1])
  await fetch(`${lake.origin}/session/password`, {
    method: 'POST',
    headers: { Cookie: cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify({ password: 'correct horse battery staple' }),
  })
  expect((await sendRaw(port, ['GET / HTTP/1.1', own, 'Sec-Fetch-Site: same-origin'])).status).toBe(401)
})

it('lets a page of another origin link to the Studio, but neither embed its images nor call the API', async () => {
  const lake = await startFilled()
  const cookie = `Cookie: ${await startSession(lake)}`
  const foreign = [
    ['Sec-Fetch-Site: cross-site'],
    ['Sec-Fetch-Site: same-site'],
    ['Origin: https://evil.example'],
    ['Origin: https://evil.example', 'Sec-Fetch-Site: cross-site'],
  ]
  const image = '/images/local/production/none-1x1.png'
  const closed = [
    query,
    query.replace('/v', '/%76'),
    '/v1/users/me',
    '/vX/data/listen/production?query=*',
    '/v2025-02-19/data/export/production',
    '/studio-settings.json',
    '/studio%2Dsettings.json',
  ]
  const rows = [
    ...['GET', 'HEAD', 'POST'].flatMap((method) =>
      [image, '/files/local/production/none.pdf', '/', ...closed].map(
        (path) => [method, path, '', 403] as const,
      ),
    ),
    ...closed.map((path) => ['GET', path, 'Sec-Fetch-Mode: navigate', 403] as const),
    ['POST', '/', 'Sec-Fetch-Mode: navigate', 403] as const,
  ]
  const read = (method: string, path: string, ...headers: string[]) =>
    sendRaw(lake.port, [`${method} ${path} HTTP/1.1`, `Host: localhost:${lake.port}`, cookie, ...headers])
  for (const headers of foreign)
    for (const [method, path, mode, status] of rows) {
      const answer = await read(method, path, ...headers, ...(mode ? [mode] : []))
      expect([headers, method, path, mode, answer.status]).toEqual([headers, method, path, mode, status])
    }
  for (const site of ['cross-site', 'same-site'])
    expect((await read('GET', '/', `Sec-Fetch-Site: ${site}`, 'Sec-Fetch-Mode: navigate')).status).toBe(503)
})

it('answers 401 without a session on every path but /ping and /open', async () => {
  const lake = await startFilled({ LAKE_STUDIO_SETTINGS: '{"moderationToken":"secret"}' })
  const { url } = await lake.client.assets.upload('file', Buffer.from('text'), { filename: 'a.txt' })
  const file = new URL(url).pathname
  const paths = [
    '/',
    '/structure/home',
    '/static/sanity.js',
    '/studio-settings.json',
    '/%73tudio-settings.json',
  ]
  const own = `Host: localhost:${lake.port}`
  const read = (path: string, ...headers: string[]) =>
    sendRaw(lake.port, [`GET ${path} HTTP/1.1`, own, ...headers])
  for (const path of [...paths, file, query, '/v1/users/me', '/v1/unknown'])
    for (const headers of [
      [],
      ['Accept: text/html'],
      ['Authorization: Bearer wrong'],
      [`Origin: ${lake.origin}`],
    ]) {
      const { status, body } = await read(path, ...headers)
      const hasSecret = /"secret"|drafts.hidden/.test(body)
      expect([path, headers, status, hasSecret]).toEqual([path, headers, 401, false])
    }
  expect((await read('/v1/ping')).body).toBe('{"message":"pong"}')
  expect((await read(file, `Cookie: ${await startSession(lake)}`)).body).toBe('text')
})

it('opens images and files to @sanity/export by the URLs of the export', async () => {
  const lake = await startLake()
  const { url } = await lake.client.assets.upload('file', Buffer.from('text'), { filename: 'a.txt' })
  const exported = await (await lake.get(`${lake.origin}/v2025-02-19/data/export/production`)).text()
  const withKey = (JSON.parse(exported) as { url: string }).url
  expect(await (await fetch(withKey)).text()).toBe('text')
  for (const other of [url, `${url}/${'0'.repeat(64)}`, `${url}/`])
    expect((await fetch(other)).status).toBe(401)
  const key = withKey.slice(url.length)
  expect((await fetch(`${lake.origin}/v2025-02-19/data/export/production${key}`)).status).toBe(401)
})

it.each([
  'X-Forwarded-For: 192.0.2.1',
  'X-Forwarded-Proto: https',
  'X-Real-IP: ::1',
  'Forwarded: for=x',
  'Via: 1.1 p',
])(
  'fault 80: refuses a request through a proxy (%s) with a sentence, even with the token',
  async (header) => {
    const { port, token } = await startLake()
    const lines = [`GET / HTTP/1.1`, `Host: localhost:${port}`, `Authorization: Bearer ${token}`, header]
    const { status, body } = await sendRaw(port, lines)
    expect([status, JSON.parse(body).message]).toEqual([
      403,
      expect.stringMatching(new RegExp(`through a proxy .*ssh -L ${port}:localhost:${port} `)),
    ])
  },
)

it('with LAKE_PUBLIC_URL answers at that name behind a proxy, to its own pages with a session', async () => {
  const lake = await startFilled({ LAKE_PUBLIC_URL: 'https://studio.example.org' })
  const own = ['Host: studio.example.org', 'X-Forwarded-For: 192.0.2.1', 'X-Forwarded-Proto: https']
  const origin = 'Origin: https://studio.example.org'
  const cookie = `Cookie: ${await startSession(lake)}`
  await expectAccess(lake, [
    ['the Studio', [...own, origin, cookie], 200, all, 200],
    ['without a session', [...own, origin], 401, [], 401],
    ['a page without TLS', [...own, 'Origin: http://studio.example.org', cookie], 403, [], 403],
    ['a foreign page', [...own, 'Origin: https://evil.example', cookie], 403, [], 403],
    ['another name', ['Host: other.example.org', 'X-Forwarded-For: 192.0.2.1', cookie], 403, [], 403],
    ['at the server itself', [`Host: localhost:${lake.port}`, cookie], 200, all, 200],
  ])
  const link = await fetch(`${lake.origin}/auth/people`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${lake.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Ana', role: 'editor' }),
  })
  expect(await link.json()).toMatchObject({
    link: expect.stringMatching(/^https:\/\/studio\.example\.org\/join#/),
  })
})

it('listens on another address once it has people, and is the same at each', async () => {
  const publicUrl = { LAKE_PUBLIC_URL: 'https://studio.example.org' }
  const first = await startFilled(publicUrl)
  await invitePerson(first, 'Ana', 'administrator')
  await first.stop()
  const lake = await startLake({ ...publicUrl, LAKE_FOLDER: first.folder, LAKE_HOST: '0.0.0.0' })
  const statusAt = async (address: string, host: string) => {
    const sent = request({
      host: address,
      port: lake.port,
      path: '/',
      headers: { host, accept: 'text/html' },
    })
    const [answer] = (await once(sent.end(), 'response')) as [IncomingMessage]
    answer.resume()
    return answer.statusCode
  }
  for (const address of ['127.0.0.1', '127.0.0.2']) {
    expect(await statusAt(address, 'studio.example.org')).toBe(401)
    expect(await statusAt(address, '192.0.2.7')).toBe(403)
  }
})

it('serves everything below the path of LAKE_PUBLIC_URL, too', async () => {
  const lake = await startLake({ LAKE_PUBLIC_URL: 'https://example.org/studio/' })
  await lake.client.create({ _id: 'shown', _type: 'post' })
  for (const path of [query, `/studio${query}`, `/studio${query}&a=%2Fstudio`])
    expect([path, await (await lake.get(lake.origin + path)).json()]).toEqual([
      path,
      expect.objectContaining({ result: ['shown'] }),
    ])
  // Not the query, but the page of a Studio that is not built yet.
  for (const path of [`/studiox${query}`, `/studio/studio${query}`])
    expect([path, (await lake.get(lake.origin + path)).status]).toEqual([path, 503])
  expect(await (await fetch(`${lake.origin}/studio/sign-in`)).text()).toContain('data-base="/studio"')
  const asProgram = [`Host: localhost:${lake.port}`, `Authorization: Bearer ${lake.token}`]
  expect(await upgradeRaw(lake.port, `/studio${socket}`, asProgram)).toBe(101)
  const passkeys = await fetch(`${lake.origin}/studio/auth/passkey/generate-authenticate-options`)
  expect(passkeys.status).toBe(200)
  expect(await requestLink(lake)).toMatch('https://example.org/studio/open#')
  expect(await invitePerson(lake, 'Ana', 'editor')).toMatch('https://example.org/studio/join#')
})

it('gives the reason for a refusal', async () => {
  const { port, post } = await startFilled()
  const rebound = await post(`Host: evil.example:${port}`)
  expect(JSON.parse(rebound.body)).toMatchObject({
    statusCode: 403,
    message: expect.stringMatching(
      new RegExp(
        `^This Content Lake answers to http://localhost:${port} only\\. .*ssh -L ${port}:localhost:${port}`,
      ),
    ),
  })
})

it('answers 400 to a request without a host', async () => {
  const { port } = await startFilled()
  expect((await sendRaw(port, [`GET ${query} HTTP/1.1`])).status).toBe(400)
  expect((await sendRaw(port, [`GET ${query} HTTP/1.0`])).status).toBe(400)
})

it('applies the same access rules to WebSockets', async () => {
  const lake = await startLake()
  const { port, token } = lake
  const own = `Host: localhost:${port}`
  const cookie = `Cookie: ${await startSession(lake)}`
  const rows: [what: string, headers: string[], status: number, path?: string][] = [
    ['the Studio', [own, `Origin: http://localhost:${port}`, cookie], 101],
    ['the Studio without a session', [own, `Origin: http://localhost:${port}`], 401],
    ['the Studio through a proxy', [own, `Origin: http://localhost:${port}`, cookie, 'Via: 1.1 p'], 403],
    ['a program with the token', [own, `Authorization: Bearer ${token}`], 101],
    ['a program without it', [own], 401],
    ['a program with a wrong one', [own, 'Authorization: Bearer wrong'], 401],
    ['a foreign page', [own, 'Origin: https://evil.example', cookie], 403],
    [
      'a foreign page with the token',
      [own, 'Origin: https://evil.example', `Authorization: Bearer ${token}`],
      403,
    ],
    ['a sandboxed page', [own, 'Origin: null'], 403],
    ['a page of another site without Origin', [own, 'Sec-Fetch-Site: cross-site'], 403],
    ['a rebound name', [`Host: evil.example:${port}`, `Origin: http://evil.example:${port}`], 403],
    ['an unknown path', [own, `Origin: http://localhost:${port}`, cookie], 404, '/v1/socket/other'],
    ['a stream without WebSockets', [own], 200, '/v1/data/live/events/production'],
  ]
  for (const [what, headers, status, path = socket] of rows)
    expect([what, await upgradeRaw(port, path, headers)]).toEqual([what, status])
  const other = ['GET /v1/ping HTTP/1.1', own, 'Upgrade: h2c']
  expect((await sendRaw(port, [...other, 'Connection: Upgrade'])).body).toBe('{"message":"pong"}')
})

it('refuses CORS preflight requests from other origins', async () => {
  const { port } = await startLake()
  const lines = [`OPTIONS ${mutate} HTTP/1.1`, `Host: localhost:${port}`, 'Origin: https://evil.example']
  const { status, head } = await sendRaw(port, lines)
  expect(status).toBe(403)
  expect(head).not.toContain('access-control')
})
