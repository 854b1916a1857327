import { type Context, type Handler, Hono } from 'hono'
import * as z from 'zod'
import { lakeIdentity } from '../assets/documents.ts'
import { LakeError, lakeErrors } from '../errors.ts'
import { findSequence } from '../history/statements.ts'
import { callerOf, type LakeEnv } from '../http/access.ts'
import { countReferrers } from '../mutations/references.ts'
import type { People } from '../people/people.ts'
import { type Caller, program, type Role, roles } from '../people/roles.ts'
import type { Store } from '../store/types.ts'

type Dependencies = { store: Store; people: People; projectId: string; dataset: string }

const allPermissions = ['read', 'create', 'update', 'history', 'editHistory', 'manage']
/** Authors of changes who are not people. */
const otherNames: Record<string, string> = {
  [program.id]: program.name,
  [lakeIdentity]: 'The local Content Lake',
}
const settingsSchema = z
  .array(z.strictObject({ key: z.string().min(1).max(200), value: z.unknown() }))
  .max(100)

const releaseLimits = {
  orgActiveReleaseCount: 0,
  orgMeteredActiveReleaseCount: 0,
  orgActiveReleaseLimit: null,
  datasetReleaseLimit: Number.MAX_SAFE_INTEGER,
}

/** Features of the hosted service that the Studio asks for: the answers say that there are none. */
const answers: readonly [method: 'GET' | 'POST', path: string, answer: unknown][] = [
  ['GET', '/apis/graphql', []],
  ['GET', '/auth/providers', { providers: [], thirdPartyLogin: false }],
  // Asked when a stream breaks. Requests of other origins never get here.
  ['GET', '/check/cors', { result: { allowed: true, withCredentials: true } }],
  ['GET', '/datasets/:dataset/settings/embeddings', { enabled: false }],
  ['POST', '/descriptors/claim', { synchronization: { type: 'complete' } }],
  ['GET', '/features', ['contentReleases', 'singleDocRelease']],
  ['GET', '/geoip/country', null],
  ['GET', '/help', {}],
  ['POST', '/intake/batch', {}],
  ['GET', '/intake/telemetry-status', { status: 'denied' }],
  ['GET', '/invitations/project/:project', []],
  ['GET', '/journey/announcements', []],
  ['GET', '/journey/*', null],
  ['GET', '/data/ping/:dataset', { message: 'pong' }],
  // Without a limit, releases need no plan of the hosted service.
  ['GET', '/projects/:project/new-content-release-allowed', { data: releaseLimits }],
  ['GET', '/projects/:project/cors', []],
  ['GET', '/projects/:project/datasets/:dataset/settings/indexing', {}],
  // Without grants the Studio does not upload its schema.
  ['GET', '/projects/:project/grants', {}],
  ['GET', '/schedules/:project/:dataset', { schedules: [] }],
  // Asked for how long the history is kept.
  ['GET', '/subscriptions/project/:project', null],
]

/** The one project with its one dataset, the users, and stubs for other features of the hosted service. */
export function projectRoutes({ store, people, projectId, dataset }: Dependencies) {
  const app = new Hono<LakeEnv>()
  app.route('/', userRoutes(store, people))
  for (const [method, path, answer] of answers) app.on(method, path, (c) => c.json(answer))
  app.get('/lake', (c) => {
    const transaction = c.req.query('transaction')
    const isKnown = transaction === undefined || findSequence(store.database, transaction) !== undefined
    return c.json({ id: store.lakeId, hasTransaction: isKnown })
  })
  app.post('/auth/logout', (c) => people.signOut(c.req.raw.headers, callerOf(c)))
  app.get('/auth/id', (c) => c.json({ id: callerOf(c).id }))
  // The count includes this dataset's references; `references` lists those of other datasets, of which there are none.
  app.get('/data/references/:dataset/documents/:id/to', (c) => {
    const excludesInternal = c.req.query('excludeInternalReferences') === 'true'
    const totalCount = excludesInternal ? 0 : countReferrers(store.all(), c.req.param('id'))
    return c.json({ totalCount, references: [] })
  })

  // With `datasetProfile`, the Studio looks for a comments dataset, which is an add-on of the hosted service.
  const listDatasets: Handler<LakeEnv> = (c) =>
    c.json(c.req.query('datasetProfile') ? [] : [{ name: dataset, aclMode: 'private', tags: [] }])
  app.get('/datasets', listDatasets)
  app.get('/projects', (c) => c.json([describeProject(projectId, callerOf(c))]))
  app.use('/projects/:project/*', async (c, next) => {
    const given = c.req.param('project')
    if (given === projectId) return next()
    throw new LakeError(404, { type: 'projectNotFound', description: `Project "${given}" not found` })
  })

  app.get('/projects/:project', (c) => c.json(describeProject(projectId, callerOf(c))))
  app.get('/projects/:project/datasets', listDatasets)
  app.get(`/projects/:project/datasets/${dataset}/acl`, (c) =>
    c.json([{ filter: toFilter(callerOf(c)), permissions: allPermissions }]),
  )
  // This Studio is one: otherwise it would ask to be registered. In capitals, because sanity 6.16 compares these addresses
  // twice: for the registration as URLs, and as texts for Canvas, whose manifest it would look for in vain.
  app.get('/projects/:project/user-applications', (c) => {
    const toApplication = (scheme: string) => {
      const appHost = `${scheme}://${c.req.header('host')}`
      return { id: scheme, projectId, urlType: 'external', appHost }
    }
    return c.json(['HTTP', 'HTTPS'].map(toApplication))
  })
  app.get('/projects/:project/roles', (c) => c.json(roles.map(describeRole)))
  return app
}

function userRoutes({ database }: Store, people: People) {
  const app = new Hono<LakeEnv>()
  database.exec('CREATE TABLE IF NOT EXISTS user_settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT')
  const select = database.prepare('SELECT value FROM user_settings WHERE key = ?')
  const upsert = database.prepare('INSERT OR REPLACE INTO user_settings (key, value) VALUES (?, ?)')
  const readSetting = (c: Context<LakeEnv>, key: string) => ({
    key,
    value: JSON.parse(String(select.get(`${callerOf(c).id} ${key}`)?.['value'] ?? 'null')) as unknown,
  })

  app.get('/users/me', (c) => {
    const { id, role } = callerOf(c)
    return c.json({ ...describeUser(id), role, roles: [describeRole(role)], provider: 'local' })
  })
  app.get('/users/me/keyvalue/:keys', (c) => {
    const keys = c.req.param('keys').split(',')
    return c.json(keys.map((key) => readSetting(c, key)))
  })
  app.put('/users/me/keyvalue', async (c) => {
    const settings = settingsSchema.safeParse(await c.req.json().catch(() => undefined))
    if (!settings.success) throw lakeErrors.badRequest('The body must be an array of {key, value}')
    for (const { key, value } of settings.data)
      upsert.run(`${callerOf(c).id} ${key}`, JSON.stringify(value ?? null))
    return c.json(settings.data.map(({ key }) => readSetting(c, key)))
  })
  app.get('/users/:ids', (c) => {
    const users = c.req.param('ids').split(',').map(describeUser)
    return c.json(users.length === 1 ? users[0] : users)
  })
  return app

  /** An unknown id is used as the name. */
  function describeUser(id: string) {
    const name = people.find(id)?.name ?? otherNames[id] ?? id
    return { id, sanityUserId: id, name, displayName: name, email: `${id}@localhost`, profileImage: null }
  }
}

function describeRole(name: Role) {
  return { name, title: name.charAt(0).toUpperCase() + name.slice(1) }
}

/** The documents that a caller may read and write, in GROQ. */
function toFilter({ types }: Caller): string {
  return types ? `_type in ${JSON.stringify(types)}` : '_id in path("**")'
}

function describeProject(id: string, { id: userId, role }: Caller) {
  const member = { id: userId, isCurrentUser: true, isRobot: false, role, roles: [describeRole(role)] }
  return {
    id,
    displayName: 'Local content',
    organizationId: null,
    studioHost: null,
    isBlocked: false,
    isDisabled: false,
    metadata: {},
    features: [],
    members: [member],
  }
}
