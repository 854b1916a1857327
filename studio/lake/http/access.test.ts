import { expect, it } from 'vitest'
import { sendRaw, upgradeRaw } from '../test-support/request.ts'
import { startLake } from '../test-support/start-lake.ts'

const query = '/v2025-02-19/data/query/production?query=*%5B_type%3D%3D%22post%22%5D._id&perspective=raw'
const mutate = '/v2025-02-19/data/mutate/production'
const socket = '/v2022-06-30/socket/production'
const mutation = JSON.stringify({ mutations: [{ create: { _id: 'made', _type: 'post' } }] })

/** A lake with a published document and a draft. */
async function startFilled() {
  const lake = await startLake()
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

it('grants access by token and origin, and refuses foreign host names', async () => {
  const { port, token, client, get, post } = await startFilled()
  const own = `Host: localhost:${port}`
  const bearer = `Authorization: Bearer ${token}`
  const rows: [what: string, headers: string[], read: number, ids: string[], write: number][] = [
    ['a program without the token', [own], 401, [], 401],
    ['a program with the token', [own, bearer], 200, all, 200],
    ['by the address', [`Host: 127.0.0.1:${port}`, bearer], 200, all, 200],
    ['by the address of IPv6', [`Host: [::1]:${port}`, bearer], 200, all, 200],
    ['in capitals', [`Host: LOCALHOST:${port}`, bearer], 200, all, 200],
    ['by the name of its project', [`Host: local.localhost:${port}`, bearer], 200, all, 200],
    [
      'the Studio by the name of its project',
      [`Host: local.localhost:${port}`, `Origin: http://local.localhost:${port}`],
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
    ['the Studio, by its origin', [own, `Origin: http://localhost:${port}`], 200, all, 200],
    ['the Studio, by Sec-Fetch-Site', [own, 'Sec-Fetch-Site: same-origin'], 200, all, 200],
    [
      'a wrong token from the Studio',
      [own, 'Sec-Fetch-Site: same-origin', 'Authorization: Bearer x'],
      401,
      [],
      401,
    ],
    ['an image of a foreign page', [own, 'Sec-Fetch-Site: cross-site'], 403, [], 403],
    ['another port of this machine', [own, 'Sec-Fetch-Site: same-site'], 403, [], 403],
    ['a typed address', [own, 'Sec-Fetch-Site: none'], 401, [], 401],
    ['a foreign page', [own, 'Origin: https://evil.example'], 403, [], 403],
    ['a page on another port', [own, 'Origin: http://localhost:1'], 403, [], 403],
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
  ]
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
})

it('lets a page of another origin open the Studio and embed images, but not call the API', async () => {
  const { port } = await startFilled()
  const foreign = [
    ['Sec-Fetch-Site: cross-site'],
    ['Sec-Fetch-Site: same-site'],
    ['Origin: https://evil.example'],
    ['Origin: https://evil.example', 'Sec-Fetch-Site: cross-site'],
  ]
  const rows: [path: string, method: string, status: number][] = [
    [`/images/local/production/none-1x1.png`, 'GET', 404],
    [`/files/local/production/none.pdf`, 'GET', 404],
    [`/`, 'GET', 503],
    [`/images/local/production/none-1x1.png`, 'POST', 403],
    [query, 'GET', 403],
    [query, 'HEAD', 403],
    [query.replace('/v', '/%76'), 'GET', 403],
    ['/v1/users/me', 'GET', 403],
    ['/vX/data/listen/production?query=*', 'GET', 403],
    ['/v2025-02-19/data/export/production', 'GET', 403],
    ['/studio-settings.json', 'GET', 403],
    ['/studio%2Dsettings.json', 'GET', 403],
  ]
  for (const headers of foreign)
    for (const [path, method, status] of rows) {
      const answer = await sendRaw(port, [
        `${method} ${path} HTTP/1.1`,
        `Host: localhost:${port}`,
        ...headers,
      ])
      expect([headers, method, path, answer.status]).toEqual([headers, method, path, status])
    }
})

it('serves the settings to the Studio, but not under a rebound host name', async () => {
  const { port } = await startLake()
  const read = (...headers: string[]) => sendRaw(port, ['GET /studio-settings.json HTTP/1.1', ...headers])
  for (const site of ['same-origin', 'none'])
    expect((await read(`Host: localhost:${port}`, `Sec-Fetch-Site: ${site}`)).status).toBe(200)
  expect((await read(`Host: evil.example:${port}`, 'Sec-Fetch-Site: same-origin')).status).toBe(403)
})

it('serves an image even with a wrong token', async () => {
  const { port } = await startLake()
  const lines = [`Host: localhost:${port}`, 'Authorization: Bearer wrong']
  const image = '/images/local/production/none-1x1.png'
  expect((await sendRaw(port, [`GET ${image} HTTP/1.1`, ...lines])).status).toBe(404)
})

it('gives the reason for a refusal', async () => {
  const { port, post } = await startFilled()
  const rebound = await post(`Host: evil.example:${port}`)
  expect(JSON.parse(rebound.body)).toMatchObject({
    statusCode: 403,
    message: `This Content Lake answers to http://localhost:${port} only`,
  })
})

it('answers 400 to a request without a host', async () => {
  const { port } = await startFilled()
  expect((await sendRaw(port, [`GET ${query} HTTP/1.1`])).status).toBe(400)
  expect((await sendRaw(port, [`GET ${query} HTTP/1.0`])).status).toBe(400)
})

it('applies the same access rules to WebSockets', async () => {
  const { port, token } = await startLake()
  const own = `Host: localhost:${port}`
  const rows: [what: string, headers: string[], status: number, path?: string][] = [
    ['the Studio', [own, `Origin: http://localhost:${port}`], 101],
    ['a program with the token', [own, `Authorization: Bearer ${token}`], 101],
    ['a program without it', [own], 401],
    ['a program with a wrong one', [own, 'Authorization: Bearer wrong'], 401],
    ['a foreign page', [own, 'Origin: https://evil.example'], 403],
    [
      'a foreign page with the token',
      [own, 'Origin: https://evil.example', `Authorization: Bearer ${token}`],
      403,
    ],
    ['a sandboxed page', [own, 'Origin: null'], 403],
    ['a page of another site without Origin', [own, 'Sec-Fetch-Site: cross-site'], 403],
    ['a rebound name', [`Host: evil.example:${port}`, `Origin: http://evil.example:${port}`], 403],
    ['an unknown path', [own, `Origin: http://localhost:${port}`], 404, '/v1/socket/other'],
  ]
  for (const [what, headers, status, path = socket] of rows)
    expect([what, await upgradeRaw(port, path, headers)]).toEqual([what, status])
})

it('refuses CORS preflight requests from other origins', async () => {
  const { port } = await startLake()
  const lines = [`OPTIONS ${mutate} HTTP/1.1`, `Host: localhost:${port}`, 'Origin: https://evil.example']
  const { status, head } = await sendRaw(port, lines)
  expect(status).toBe(403)
  expect(head).not.toContain('access-control')
})
