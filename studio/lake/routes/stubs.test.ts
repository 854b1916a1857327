import { expect, it } from 'vitest'
import { startLake } from '../test-support/start-lake.ts'

async function startAsked() {
  const lake = await startLake()
  const ask = async (
    path: string,
    { token = lake.token, ...init }: RequestInit & { token?: string } = {},
  ) => {
    const headers = {
      ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
      'Content-Type': 'application/json',
    }
    const answer = await fetch(lake.origin + path, { headers, ...init })
    return { status: answer.status, body: await answer.json() }
  }
  return { ...lake, ask }
}

const everything = ['read', 'create', 'update', 'history', 'editHistory', 'manage']

it('answers the requests of the Studio for users, the project and features', async () => {
  const { ask, origin } = await startAsked()
  const rows: [path: string, body: unknown][] = [
    [
      '/v2026-05-04/users/me',
      expect.objectContaining({
        id: 'write-token',
        name: 'Program with the write token',
        role: 'administrator',
      }),
    ],
    [
      '/v1/users/write-token',
      expect.objectContaining({ id: 'write-token', displayName: 'Program with the write token' }),
    ],
    [
      '/v1/users/write-token,other',
      [expect.objectContaining({ id: 'write-token' }), expect.objectContaining({ id: 'other' })],
    ],
    [
      '/v2021-06-07/projects/local/datasets/production/acl',
      [{ filter: '_id in path("**")', permissions: everything }],
    ],
    [
      '/v2021-12-15/projects/local',
      expect.objectContaining({ id: 'local', members: [expect.objectContaining({ id: 'write-token' })] }),
    ],
    ['/v1/projects/local/datasets', [{ name: 'production', aclMode: 'private', tags: [] }]],
    ['/v1/projects', [expect.objectContaining({ id: 'local' })]],
    ['/v1/projects/local/cors', []],
    ['/v1/invitations/project/local', []],
    ['/v1/apis/graphql', []],
    ['/v1/datasets/production/settings/embeddings', { enabled: false }],
    ['/v1/datasets', [{ name: 'production', aclMode: 'private', tags: [] }]],
    ['/v1/projects/local/datasets?datasetProfile=comments&addonFor=production', []],
    ['/v1/projects/local/datasets/production/settings/indexing', {}],
    ['/v1/projects/local/grants', {}],
    ['/v1/projects/local/roles', expect.arrayContaining([{ name: 'moderator', title: 'Moderator' }])],
    [
      '/v1/projects/local/user-applications',
      expect.arrayContaining([expect.objectContaining({ appHost: origin.replace('http', 'HTTP') })]),
    ],
    ['/v1/auth/id', { id: 'write-token' }],
    ['/v1/auth/providers', { providers: [], thirdPartyLogin: false }],
    ['/v2026-05-04/check/cors', { result: { allowed: true, withCredentials: true } }],
    ['/v1/features', ['contentReleases', 'singleDocRelease']],
    [
      '/vX/projects/local/new-content-release-allowed',
      { data: expect.objectContaining({ orgActiveReleaseLimit: null }) },
    ],
    ['/v1/geoip/country', null],
    ['/v1/help', {}],
    ['/v2023-12-18/intake/telemetry-status', { status: 'denied' }],
    ['/v2024-09-19/journey/announcements', []],
    ['/v2023-12-11/journey/trial', null],
    ['/v2025-03-01/ping', { message: 'pong' }],
    ['/v1/data/ping/production', { message: 'pong' }],
    ['/v1/schedules/local/production', { schedules: [] }],
    ['/v1/subscriptions/project/local', null],
  ]
  const claimed = await ask('/v2025-02-19/descriptors/claim', { method: 'POST', body: '{}' })
  expect(claimed.body).toEqual({ synchronization: { type: 'complete' } })
  for (const [path, body] of rows) expect([path, await ask(path)]).toEqual([path, { status: 200, body }])
})

it('accepts telemetry and logout requests', async () => {
  const { ask } = await startAsked()
  for (const path of ['/v2023-12-18/intake/batch', '/v1/auth/logout'])
    expect(await ask(path, { method: 'POST', body: '{}' })).toMatchObject({ status: 200 })
})

it('reveals no users or settings without the token', async () => {
  const { ask } = await startAsked()
  const anonymous = { token: '' }
  const closed = [
    '/v1/users/me',
    '/v1/projects/local/datasets/production/acl',
    '/v1/auth/id',
    '/v1/users/write-token',
    '/v1/users/me/keyvalue/a',
    '/v1/projects/local',
    '/v1/data/references/production/documents/a/to',
  ]
  for (const path of closed) expect([path, (await ask(path, anonymous)).status]).toEqual([path, 401])
})

it('keeps the settings of the Studio across restarts', async () => {
  const lake = await startAsked()
  const pairs = [
    { key: 'studio.layout', value: { wide: true } },
    { key: 'b', value: 'x' },
  ]
  const put = (body: unknown) => ({ method: 'PUT', body: JSON.stringify(body) })
  expect(await lake.ask('/v1/users/me/keyvalue', put(pairs))).toEqual({ status: 200, body: pairs })
  await lake.ask('/v1/users/me/keyvalue', put([{ key: 'b', value: 'y' }]))
  await lake.stop()
  const again = await startLake({ LAKE_FOLDER: lake.folder })
  expect(await again.client.request({ url: '/users/me/keyvalue/studio.layout,missing,b' })).toEqual([
    { key: 'studio.layout', value: { wide: true } },
    { key: 'missing', value: null },
    { key: 'b', value: 'y' },
  ])
})

it.each(['{}', '[{"value":1}]', '[{"key":""}]', 'no json'])('refuses settings like %s', async (body) => {
  const { ask } = await startAsked()
  expect((await ask('/v1/users/me/keyvalue', { method: 'PUT', body })).status).toBe(400)
})

it('counts the references to a document', async () => {
  const { ask, client } = await startAsked()
  await client.create({ _id: 'author', _type: 'author' })
  await client.create({ _id: 'post', _type: 'post', author: { _type: 'reference', _ref: 'author' } })
  const path = '/v1/data/references/production/documents/author/to'
  expect((await ask(path)).body).toEqual({ totalCount: 1, references: [] })
  expect((await ask(`${path}?excludeInternalReferences=true`)).body).toEqual({
    totalCount: 0,
    references: [],
  })
})

it('answers 404 to an unknown path and names it in the error format of Sanity', async () => {
  const { ask } = await startAsked()
  for (const path of [
    '/v1/comments/production/setup',
    '/v2025-02-19/data/unknown/production',
    '/v1/projects/other',
  ]) {
    const { status, body } = await ask(path)
    expect([path, status]).toEqual([path, 404])
    expect(body).toMatchObject({
      statusCode: 404,
      message: body.error.description,
      error: { type: expect.any(String) },
    })
  }
  const { body } = await ask('/v1/comments/production/setup', { method: 'POST', body: '{}' })
  expect(body.message).toBe('The local Content Lake has no POST /v1/comments/production/setup')
})
