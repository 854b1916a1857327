import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { checkout } from '../../runtime/checkout.ts'
import { webhookSettings } from '../webhook.ts'

const projectId = 'abc123'
const siteUrl = 'https://site.example.org'
const secret = 'kuR5kYQ7aVJb2mXw'

/** As documented at www.sanity.io/docs/http-reference: projects v2021-06-07, webhooks v2025-02-19; access v2025-07-11. */
const webhookSchema = z.strictObject({
  name: z.string(),
  dataset: z.string(),
  url: z.url(),
  description: z.string().optional(),
  httpMethod: z.enum(['POST', 'PUT', 'PATCH', 'DELETE', 'GET']),
  apiVersion: z.string().regex(/^v\d{4}-\d\d-\d\d$/),
  includeDrafts: z.boolean(),
  secret: z.string(),
  rule: z.strictObject({
    on: z.array(z.enum(['create', 'update', 'delete'])),
    filter: z.string(),
    projection: z.string(),
  }),
})
const bodies = {
  'PUT datasets': z.strictObject({ aclMode: z.enum(['public', 'private']) }),
  'POST cors': z.strictObject({ origin: z.url(), allowCredentials: z.boolean() }),
  'POST hooks': webhookSchema.extend({ type: z.literal('document') }),
  // `type` cannot be changed.
  'PATCH hooks': webhookSchema.partial(),
  'POST robots': z.strictObject({
    label: z.string(),
    memberships: z.array(
      z.strictObject({
        resourceType: z.literal('project'),
        resourceId: z.literal(projectId),
        roleNames: z.tuple([z.enum(['viewer', 'editor'])]),
      }),
    ),
  }),
}

const places = [
  ['datasets', new RegExp(`^/v2021-06-07/projects/${projectId}/datasets(?:/([a-z]+))?$`)],
  ['cors', new RegExp(`^/v2021-06-07/projects/${projectId}/cors(?:/(\\d+))?$`)],
  ['hooks', new RegExp(`^/v2025-02-19/hooks/projects/${projectId}(?:/(\\w+))?$`)],
  ['robots', new RegExp(`^/v2025-07-11/access/project/${projectId}/robots$`)],
] as const

type Item = Record<string, unknown>
type Project = Record<(typeof places)[number][0], Item[]>

/** Sanity's management API for one project in memory. Answers 400 to a request of another form than documented. */
async function startSanity(project: Project) {
  const writes: string[] = []
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    if (request.headers.authorization !== 'Bearer a-management-token')
      return answer(401, { message: 'User is missing required grant' })
    const [name, pattern] = places.find(([, each]) => each.test(pathname)) ?? []
    if (!name) return answer(404, { message: 'Not found' })
    const id = pattern?.exec(pathname)?.[1]
    const items = project[name]
    if (request.method === 'GET' && name === 'robots') {
      // One item a page.
      const index = Number(searchParams.get('nextCursor') ?? 0)
      const next = index + 1 < items.length ? String(index + 1) : null
      return answer(200, { data: items.slice(index, index + 1), nextCursor: next })
    }
    if (request.method === 'GET') return answer(200, items)
    writes.push(`${request.method} ${pathname}`)
    const index = items.findIndex((item) => String(item['id']) === id)
    if (request.method === 'DELETE') return answer(200, { deleted: items.splice(index, 1).length === 1 })
    const schema = bodies[`${request.method} ${name}` as keyof typeof bodies]
    const read = schema?.safeParse(await json(request))
    if (!read?.success) return answer(400, { message: read?.error.message ?? 'Method not allowed' })
    if (request.method === 'PATCH') return answer(200, Object.assign(items[index] ?? {}, read.data))
    const made = { id: `${items.length + 1}`, ...(name === 'datasets' && { name: id }), ...read.data }
    items.push(made)
    return answer(201, name === 'robots' ? { ...made, token: `token-${items.length}` } : made)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, writes }
}

function run(words: string[], variables: Record<string, string>) {
  const { promise, resolve } = Promise.withResolvers<{ code: number; stdout: string; stderr: string }>()
  const env = { PATH: process.env['PATH'], SITE_URL: siteUrl, SANITY_PROJECT_ID: projectId, ...variables }
  execFile(
    process.execPath,
    ['api/cli/sanity-setup.ts', ...words],
    { cwd: checkout, env },
    (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
  )
  return promise
}

const settings = (host: string, more: Record<string, string> = {}) => ({
  SANITY_API_HOST: host,
  SANITY_AUTH_TOKEN: 'a-management-token',
  SANITY_WEBHOOK_SECRET: secret,
  STUDIO_ORIGINS: 'https://studio.example.org',
  ...more,
})

it('gives a new project all that the site needs, after a dry run that changes nothing, and then has nothing to do', async () => {
  const project: Project = { datasets: [], cors: [], hooks: [], robots: [] }
  const { host, writes } = await startSanity(project)
  const dry = await run(['--dry-run'], settings(host))
  expect([dry.code, dry.stderr, writes]).toEqual([0, '', []])
  expect(dry.stdout.trim().split('\n')).toEqual([
    'would create the public dataset production',
    'would allow the Studio at https://studio.example.org to use the project with credentials (CORS)',
    `would create the webhook to ${siteUrl}/api/hooks/content`,
    'would create the token “founderlist server, reads drafts” with the role viewer',
    'would create the token “founderlist server, imports events” with the role editor',
  ])
  const done = await run([], settings(host))
  expect([done.code, done.stderr]).toEqual([0, ''])
  expect(done.stdout).toContain('SANITY_READ_TOKEN=token-1\nSANITY_WRITE_TOKEN=token-2\n')
  expect(done.stdout).not.toContain(secret)
  expect(project.datasets).toMatchObject([{ name: 'production', aclMode: 'public' }])
  expect(project.cors).toMatchObject([{ origin: 'https://studio.example.org', allowCredentials: true }])
  expect(project.hooks).toMatchObject([
    {
      url: `${siteUrl}/api/hooks/content`,
      dataset: 'production',
      apiVersion: 'v2025-02-19',
      includeDrafts: false,
      secret,
      rule: { on: ['create', 'update', 'delete'], ...webhookSettings },
    },
  ])
  writes.length = 0
  const again = await run([], settings(host))
  expect([again.stdout, writes]).toEqual(['The project has all that the site needs.\n', []])
})

it('updates what differs, and leaves everything else of the project as it is', async () => {
  const other = { id: 'other', name: 'another site', dataset: 'production', url: 'https://other.example.org' }
  const project: Project = {
    datasets: [{ name: 'production', aclMode: 'private' }],
    cors: [
      { id: 1, origin: 'http://localhost:3333', allowCredentials: true },
      { id: 2, origin: 'https://studio.example.org', allowCredentials: false },
    ],
    hooks: [other],
    robots: [],
  }
  const { host, writes } = await startSanity(project)
  const tokens = { SANITY_READ_TOKEN: 'a', SANITY_WRITE_TOKEN: 'b' }
  await run([], settings(host, tokens))
  writes.length = 0
  const rotated = settings(host, { ...tokens, SANITY_WEBHOOK_SECRET: `newKq8Zt4Lw6Hs2Bd,${secret}` })
  const { stdout } = await run([], rotated)
  expect(stdout).toBe(`update the webhook to ${siteUrl}/api/hooks/content: secret\n`)
  expect(writes).toEqual([`PATCH /v2025-02-19/hooks/projects/${projectId}/2`])
  expect(project.hooks).toMatchObject([other, { secret: 'newKq8Zt4Lw6Hs2Bd' }])
  expect(project.cors).toMatchObject([
    { origin: 'http://localhost:3333' },
    { origin: 'https://studio.example.org', allowCredentials: true },
  ])
  expect([project.datasets, project.robots]).toEqual([[{ name: 'production', aclMode: 'private' }], []])
})

it('says what is wrong', async () => {
  const { host } = await startSanity({ datasets: [], cors: [], hooks: [], robots: [] })
  const refusal = async (more: Record<string, string>, words: string[] = []) =>
    (await run(words, settings(host, more))).stderr
  expect((await run([], { SANITY_PROJECT_ID: '' })).stderr).toMatch(/^SANITY_PROJECT_ID must be/)
  expect(await refusal({ SANITY_WEBHOOK_SECRET: '' })).toMatch(/^SANITY_WEBHOOK_SECRET must be/)
  expect(await refusal({ SITE_URL: '' })).toMatch(/^SITE_URL must be the public https:/)
  expect(await refusal({ SANITY_AUTH_TOKEN: '' })).toMatch(/^SANITY_AUTH_TOKEN must be a token/)
  expect(await refusal({}, ['--other'])).toMatch(/^Unknown option --other/)
  expect(await refusal({ SANITY_AUTH_TOKEN: 'wrong' })).toMatch(
    /^Sanity answered 401 to GET .*\/datasets: .*User is missing required grant/,
  )
  expect(await refusal({ SANITY_API_HOST: 'http://127.0.0.1:1' })).toMatch(/^Sanity cannot be reached: GET /)
})
