import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import type { DatabaseSync } from 'node:sqlite'
import { getPath } from 'hono/utils/url'
import { join } from 'node:path'
import { type AssetFiles, deleteOrphanedFiles, openAssetFiles } from './assets/files.ts'
import type { LakeEnvironment } from './env.ts'
import { lakeErrors } from './errors.ts'
import { callerOf, checkAccess, type LakeEnv, requireDataset } from './http/access.ts'
import { addSecurityHeaders, sendError } from './http/answers.ts'
import { limitBody } from './http/requests.ts'
import { createWebSockets } from './http/server.ts'
import { presenceSocket } from './presence/presence.ts'
import { createViewCache, type Dataset } from './query/view.ts'
import { lockReleases } from './releases/release.ts'
import { assetRoutes } from './routes/assets.ts'
import { documentRoutes, exportRoutes } from './routes/documents.ts'
import { historyRoutes } from './routes/history.ts'
import { imageRoutes } from './routes/images.ts'
import { listenRoutes, listenSocket } from './routes/listen.ts'
import { liveRoutes } from './routes/live.ts'
import { actionRoutes, mutateRoutes } from './routes/mutate.ts'
import { projectRoutes } from './routes/project.ts'
import { queryRoutes } from './routes/query.ts'
import { snapshotRoutes } from './routes/snapshot.ts'
import type { People } from './people/people.ts'
import type { Caller, Role } from './people/roles.ts'
import { peopleRoutes, signInRoutes } from './people/routes.ts'
import { restrictDataset } from './people/scope.ts'
import type { Store } from './store/types.ts'
import { readStudioTitle, studioRoutes } from './studio/routes.ts'

type LakeOptions = {
  environment: LakeEnvironment
  store: Store
  people: People
  peopleDatabase: DatabaseSync
  /** The path of the Studio's public address, such as `/studio`. */
  basePath: string
  /** The write token. */
  token: string
}

const dataResources = ['query', 'doc', 'mutate', 'actions', 'export', 'listen', 'history'] as const
const version = '/:version{v[0-9X][0-9-]*}'

/** The whole application, without the HTTP server. */
export function createLake(options: LakeOptions) {
  const { environment, store, people, peopleDatabase, basePath, token } = options
  const { LAKE_FOLDER: folder, LAKE_PROJECT_ID: projectId, LAKE_DATASET: dataset } = environment
  const { LAKE_PUBLIC_URL: publicUrl, LAKE_STUDIO_FOLDER: studioFolder } = environment
  const assetKey = randomBytes(32).toString('hex')
  const rules = { token, projectId, people, publicUrl, assetKey, isOpen: environment.LAKE_OPEN }
  const whole: Dataset = { store, getView: createViewCache(store), projectId, dataset }
  lockReleases(store)
  const files = openAssetFiles(join(folder, 'assets'))
  const stopDeletingFiles = deleteOrphanedFiles(store, files)
  const app = createApp()
  app.use(addSecurityHeaders)
  app.use(checkAccess(rules))
  // Public: programs look for a running lake, and @sanity/client sends no token for live events.
  app.get(`${version}/ping`, (c) => c.json({ message: 'pong' }))
  app.use(`${version}/data/live/events/:dataset`, requireDataset(dataset))
  app.route(`${version}/data/live/events/:dataset`, liveRoutes(whole))
  // Refuses all requests without the token or a session; what follows is for callers with a role.
  const readTitle = async () => (await readStudioTitle(studioFolder)) ?? `${projectId} · ${dataset}`
  const proxies = environment.LAKE_TRUSTED_PROXIES
  app.route('/', signInRoutes({ people, publicUrl, basePath, proxies, readTitle }))
  app.route('/auth/people', peopleRoutes({ people, publicUrl, basePath }))

  const datasetOf = cacheByRole(({ types }) => (types ? restrictDataset(whole, types) : whole))
  const dataAppOf = cacheByRole((caller) => createDataApp(datasetOf(caller), files, assetKey))
  for (const path of ['assets/images', 'assets/files', ...dataResources.map((name) => `data/${name}`)])
    app.all(`${version}/${path}/:dataset/*`, requireDataset(dataset), (c) => {
      const caller = callerOf(c)
      return dataAppOf(caller).fetch(c.req.raw, { ...c.env, caller })
    })
  app.use(`${version}/*`, limitBody(10))
  app.route(version, projectRoutes({ store, people, projectId, dataset }))
  app.route(version, snapshotRoutes({ folder, content: store.database, people: peopleDatabase }))
  app.all(`${version}/*`, (c) => {
    throw unknownEndpoint(c.req.method, c.req.path)
  })
  app.route('/', imageRoutes({ files, projectId, dataset }))
  app.route('/', studioRoutes(environment, basePath))

  const webSockets = createWebSockets([listenSocket(datasetOf, dataset), presenceSocket(dataset)], rules)
  return {
    app,
    upgrade: webSockets.upgrade,
    close() {
      stopDeletingFiles()
      webSockets.close()
    },
  }
}

/** The routes of the dataset as callers with a role see it. `env.caller` is the caller. */
function createDataApp(dataset: Dataset, files: AssetFiles, assetKey: string) {
  const app = createApp()
  app.use(async (c, next) => {
    c.set('caller', c.env.caller)
    await next()
  })
  app.route(version, assetRoutes({ ...dataset, files }))
  app.use(limitBody(10))
  const routes: Record<(typeof dataResources)[number], Hono<LakeEnv>> = {
    query: queryRoutes(dataset),
    doc: documentRoutes(dataset),
    mutate: mutateRoutes(dataset),
    actions: actionRoutes(dataset),
    export: exportRoutes(dataset, assetKey),
    listen: listenRoutes(dataset),
    history: historyRoutes(dataset),
  }
  for (const [name, route] of Object.entries(routes)) app.route(`${version}/data/${name}/:dataset`, route)
  return app
}

/** What a caller may read and write depends on the role only. */
function cacheByRole<Value>(make: (caller: Caller) => Value): (caller: Caller) => Value {
  const made = new Map<Role, Value>()
  return (caller) => {
    const value = made.get(caller.role) ?? make(caller)
    made.set(caller.role, value)
    return value
  }
}

function createApp() {
  // `sanity migration run` requests //v2024-01-29/data/export.
  const app = new Hono<LakeEnv>({ getPath: (request) => getPath(request).replaceAll(/\/{2,}/g, '/') })
  app.onError((error, c) => sendError(c, error))
  app.notFound((c) => sendError(c, unknownEndpoint(c.req.method, c.req.path)))
  return app
}

function unknownEndpoint(method: string, path: string) {
  return lakeErrors.notFound(`The local Content Lake has no ${method} ${path}`)
}
