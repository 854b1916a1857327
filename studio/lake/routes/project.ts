import { type Handler, Hono } from 'hono'
import * as z from 'zod'
import { lakeIdentity } from '../assets/documents.ts'
import { LakeError, lakeErrors } from '../errors.ts'
import { type LakeEnv, localEditor } from '../http/access.ts'
import { hasTransaction } from '../store/open-database.ts'
import type { Store } from '../store/types.ts'

type Dependencies = { store: Store; projectId: string; dataset: string }

const allPermissions = ['read', 'create', 'update', 'history', 'editHistory', 'manage']
const role = { name: 'administrator', title: 'Administrator' }
const userNames: Record<string, string> = {
  [localEditor.id]: localEditor.name,
  [lakeIdentity]: 'The local Content Lake',
}
const settingsSchema = z
  .array(z.strictObject({ key: z.string().min(1).max(200), value: z.unknown() }))
  .max(100)

/** Features of the hosted service that the Studio asks for: the answers say that there are none. */
const answers: readonly [method: 'GET' | 'POST', path: string, answer: unknown][] = [
  ['GET', '/auth/providers', { providers: [], thirdPartyLogin: false }],
  ['POST', '/auth/logout', {}],
  // Asked when a stream breaks. Requests of other origins never get here.
  ['GET', '/check/cors', { result: { allowed: true, withCredentials: true } }],
  ['GET', '/features', []],
  ['GET', '/geoip/country', null],
  ['GET', '/help', {}],
  ['POST', '/intake/batch', {}],
  ['GET', '/intake/telemetry-status', { status: 'denied' }],
  ['GET', '/journey/announcements', []],
  ['GET', '/journey/*', null],
  ['GET', '/data/ping/:dataset', { message: 'pong' }],
  ['GET', '/schedules/:project/:dataset', { schedules: [] }],
]

/** The one project with its one dataset, the one user, and stubs for other features of the hosted service. */
export function projectRoutes({ store, projectId, dataset }: Dependencies) {
  const app = new Hono<LakeEnv>()
  app.route('/', userRoutes(store))
  for (const [method, path, answer] of answers) app.on(method, path, (c) => c.json(answer))
  app.get('/lake', (c) => {
    const transaction = c.req.query('transaction')
    const isKnown = transaction === undefined || hasTransaction(store.database, transaction)
    return c.json({ id: store.lakeId, hasTransaction: isKnown })
  })
  app.get('/auth/id', (c) => c.json({ id: localEditor.id }))
  // The count includes this dataset's references; `references` lists those of other datasets, of which there are none.
  app.get('/data/references/:dataset/documents/:id/to', (c) => {
    const excludesInternal = c.req.query('excludeInternalReferences') === 'true'
    const totalCount = excludesInternal ? 0 : store.referrers(c.req.param('id')).size
    return c.json({ totalCount, references: [] })
  })

  // With `datasetProfile`, the Studio looks for a comments dataset, which is an add-on of the hosted service.
  const listDatasets: Handler<LakeEnv> = (c) =>
    c.json(c.req.query('datasetProfile') ? [] : [{ name: dataset, aclMode: 'private', tags: [] }])
  app.get('/datasets', listDatasets)
  app.use('/projects/:project/*', async (c, next) => {
    const given = c.req.param('project')
    if (given === projectId) return next()
    throw new LakeError(404, { type: 'projectNotFound', description: `Project "${given}" not found` })
  })

  app.get('/projects/:project', (c) => c.json(describeProject(projectId)))
  app.get('/projects/:project/datasets', listDatasets)
  app.get(`/projects/:project/datasets/${dataset}/acl`, (c) =>
    c.json([{ filter: '_id in path("**")', permissions: allPermissions }]),
  )
  app.get(`/projects/:project/datasets/${dataset}/settings/indexing`, (c) => c.json({}))
  app.get('/projects/:project/user-applications', (c) => c.json([]))
  app.get('/projects/:project/roles', (c) => c.json([role]))
  // Without grants the Studio does not upload its schema.
  app.get('/projects/:project/grants', (c) => c.json({}))
  return app
}

/** The one user, and the settings that the Studio stores for them. */
function userRoutes({ database }: Store) {
  const app = new Hono<LakeEnv>()
  database.exec('CREATE TABLE IF NOT EXISTS user_settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT')
  const select = database.prepare('SELECT value FROM user_settings WHERE key = ?')
  const upsert = database.prepare(
    'INSERT INTO user_settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const readSetting = (key: string) => ({
    key,
    value: JSON.parse(String(select.get(key)?.['value'] ?? 'null')) as unknown,
  })

  app.get('/users/me', (c) =>
    c.json({ ...describeUser(localEditor.id), role: role.name, roles: [role], provider: 'local' }),
  )
  app.get('/users/me/keyvalue/:keys', (c) => c.json(c.req.param('keys').split(',').map(readSetting)))
  app.put('/users/me/keyvalue', async (c) => {
    const settings = settingsSchema.safeParse(await c.req.json().catch(() => undefined))
    if (!settings.success) throw lakeErrors.badRequest('The body must be an array of {key, value}')
    for (const { key, value } of settings.data) upsert.run(key, JSON.stringify(value ?? null))
    return c.json(settings.data.map(({ key }) => readSetting(key)))
  })
  app.get('/users/:ids', (c) => {
    const users = c.req.param('ids').split(',').map(describeUser)
    return c.json(users.length === 1 ? users[0] : users)
  })
  return app
}

/** An unknown id is used as the name. */
function describeUser(id: string) {
  const name = userNames[id] ?? id
  return { id, sanityUserId: id, name, displayName: name, email: `${id}@localhost`, profileImage: null }
}

function describeProject(id: string) {
  return {
    id,
    displayName: 'Local content',
    organizationId: null,
    studioHost: null,
    isBlocked: false,
    isDisabled: false,
    metadata: {},
    features: [],
    members: [{ id: localEditor.id, isCurrentUser: true, isRobot: false, role: role.name, roles: [role] }],
  }
}
