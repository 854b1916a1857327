import { randomBytes } from 'node:crypto'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { getPath } from 'hono/utils/url'
import { join } from 'node:path'
import { deleteOrphanedFiles, openAssetFiles } from './assets/files.ts'
import type { LakeEnvironment } from './env.ts'
import { lakeErrors } from './errors.ts'
import { callerOf, checkAccess, type LakeEnv, requireDataset } from './http/access.ts'
import { addDefaultHeaders, sendError } from './http/answers.ts'
import { limitBody } from './http/requests.ts'
import { presenceRoutes } from './presence/presence.ts'
import { createViewCache, type Dataset } from './query/view.ts'
import { lockReleases } from './releases/release.ts'
import { assetRoutes } from './routes/assets.ts'
import { documentRoutes, exportRoutes } from './routes/documents.ts'
import { historyRoutes } from './routes/history.ts'
import { imageRoutes } from './routes/images.ts'
import { listenRoutes } from './routes/listen.ts'
import { liveRoutes } from './routes/live.ts'
import { actionRoutes, mutateRoutes } from './routes/mutate.ts'
import { projectRoutes } from './routes/project.ts'
import { queryRoutes } from './routes/query.ts'
import { snapshotRoutes } from './routes/snapshot.ts'
import type { People } from './people/people.ts'
import type { Role } from './people/roles.ts'
import { peopleRoutes, signInRoutes } from './people/routes.ts'
import { restrictDataset } from './people/scope.ts'
import type { Store } from './store/types.ts'
import { readStudioTitle, studioRoutes } from './studio/routes.ts'

type LakeOptions = {
  environment: LakeEnvironment
  store: Store
  people: People
  /** The path of the Studio's public address, such as `/studio`. */
  basePath: string
  /** The write token. */
  token: string
}

const version = '/:version{v[0-9X][0-9-]*}'

/** The whole application, without the HTTP server. */
export function createLake(options: LakeOptions) {
  const { environment, store, people, basePath, token } = options
  const { LAKE_FOLDER: folder, LAKE_PROJECT_ID: projectId, LAKE_DATASET: dataset } = environment
  const { LAKE_PUBLIC_URL: publicUrl, LAKE_STUDIO_FOLDER: studioFolder } = environment
  const assetKey = randomBytes(32).toString('hex')
  const whole: Dataset = { store, getView: createViewCache(store), projectId, dataset }
  lockReleases(store)
  const files = openAssetFiles(join(folder, 'assets'))
  deleteOrphanedFiles(store, files)
  // Paths below `basePath` are served as well. `sanity migration run` requests //v2024-01-29/data/export.
  const ignored = new RegExp(`/(?=/)|^${basePath}(?=/|$)`, 'g')
  const app = new Hono<LakeEnv>({ getPath: (request) => getPath(request).replaceAll(ignored, '') || '/' })
  const refuse = (c: Context<LakeEnv>) =>
    sendError(c, lakeErrors.notFound(`The local Content Lake has no ${c.req.method} ${c.req.path}`))
  app.onError((error, c) => sendError(c, error))
  app.notFound(refuse)
  app.use(addDefaultHeaders)
  app.use(checkAccess({ token, projectId, people, publicUrl, assetKey, isOpen: environment.LAKE_OPEN }))
  // Public: programs look for a running lake, and @sanity/client sends no token for live events.
  app.get(`${version}/ping`, (c) => c.json({ message: 'pong' }))
  app.use(`${version}/data/live/events/:dataset`, requireDataset(dataset))
  app.route(`${version}/data/live/events/:dataset`, liveRoutes(whole))
  // Refuses all requests without the token or a session; what follows is for callers with a role.
  const readTitle = async () => (await readStudioTitle(studioFolder)) ?? `${projectId} · ${dataset}`
  const proxies = environment.LAKE_TRUSTED_PROXIES
  app.route('/', signInRoutes({ people, publicUrl, basePath, proxies, readTitle }))
  app.route('/auth/people', peopleRoutes({ people, publicUrl, basePath }))

  // What a caller may read and write depends on the role only.
  const datasets = new Map<Role, Dataset>()
  const setDataset: MiddlewareHandler<LakeEnv> = (c, next) => {
    const { role, types } = callerOf(c)
    const allowed = datasets.get(role) ?? (types ? restrictDataset(whole, types) : whole)
    datasets.set(role, allowed)
    c.set('dataset', allowed)
    return next()
  }
  for (const path of ['data', 'assets'])
    app.use(`${version}/${path}/:resource/:dataset/*`, requireDataset(dataset), setDataset)
  app.route(version, assetRoutes(files))
  app.use(`${version}/*`, limitBody(10))
  app.route(`${version}/data/query/:dataset`, queryRoutes())
  app.route(`${version}/data/doc/:dataset`, documentRoutes())
  app.route(`${version}/data/mutate/:dataset`, mutateRoutes())
  app.route(`${version}/data/actions/:dataset`, actionRoutes())
  app.route(`${version}/data/export/:dataset`, exportRoutes(assetKey))
  app.route(`${version}/data/listen/:dataset`, listenRoutes())
  app.route(`${version}/data/history/:dataset`, historyRoutes())
  app.route(`${version}/socket/:dataset`, presenceRoutes(dataset))
  app.route(version, projectRoutes({ store, people, projectId, dataset }))
  app.route(version, snapshotRoutes({ folder, content: store.database, people: people.database }))
  app.all(`${version}/*`, refuse)
  app.route('/', imageRoutes({ files, projectId, dataset }))
  app.route('/', studioRoutes(environment, basePath))
  return app
}
