import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { join } from 'node:path'
import { deleteOrphanedFiles, openAssetFiles } from './assets/files.ts'
import { lakeErrors } from './errors.ts'
import { checkAccess, type LakeEnv, requireDataset } from './http/access.ts'
import { addSecurityHeaders, sendError } from './http/answers.ts'
import { limitBody } from './http/requests.ts'
import { createWebSockets } from './http/server.ts'
import { presenceSocket } from './presence/presence.ts'
import { createViewCache, type Dataset } from './query/view.ts'
import { assetRoutes } from './routes/assets.ts'
import { documentRoutes, exportRoutes } from './routes/documents.ts'
import { historyRoutes } from './routes/history.ts'
import { imageRoutes } from './routes/images.ts'
import { listenRoutes, listenSocket } from './routes/listen.ts'
import { liveRoutes } from './routes/live.ts'
import { actionRoutes, mutateRoutes } from './routes/mutate.ts'
import { projectRoutes } from './routes/project.ts'
import { queryRoutes } from './routes/query.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { openSessions } from './sessions/sessions.ts'
import type { Store } from './store/types.ts'
import { studioRoutes } from './studio/routes.ts'
import type { StudioSettings } from './studio/index-page.ts'

export type LakeOptions = {
  store: Store
  /** Contains the assets. */
  folder: string
  projectId: string
  dataset: string
  /** The write token. */
  token: string
  /** The built Studio, if there is one. */
  studioFolder?: string | undefined
  studioSettings?: StudioSettings | undefined
  /** Whether the Studio needs no session. */
  isOpen?: boolean
}

const version = '/:version{v[0-9X][0-9-]*}'

/** The whole application, without the HTTP server. */
export function createLake(options: LakeOptions) {
  const { store, projectId, dataset, token, folder, studioFolder, studioSettings, isOpen = false } = options
  const sessions = openSessions(store.database)
  const assetKey = randomBytes(32).toString('hex')
  const rules = { token, projectId, sessions, assetKey, isOpen }
  const dependencies: Dataset = { store, getView: createViewCache(store), projectId, dataset }
  const files = openAssetFiles(join(folder, 'assets'))
  const stopDeletingFiles = deleteOrphanedFiles(store, files)
  // `sanity migration run` requests //v2024-01-29/data/export.
  const app = new Hono<LakeEnv>({ getPath: (request) => getPath(request).replaceAll(/\/{2,}/g, '/') })
  app.use(addSecurityHeaders)
  app.onError((error, c) => sendError(c, error))
  app.use(checkAccess(rules))
  // Public: programs look for a running lake, and @sanity/client sends no token for live events.
  app.get(`${version}/ping`, (c) => c.json({ message: 'pong' }))
  app.use(`${version}/data/live/events/:dataset`, requireDataset(dataset))
  app.route(`${version}/data/live/events/:dataset`, liveRoutes(dependencies))
  // Refuses all requests without the token or a session; what follows is for the editor only.
  app.route('/', sessionRoutes(sessions))

  const data = new Hono<LakeEnv>()
  const routes = {
    query: queryRoutes(dependencies),
    doc: documentRoutes(dependencies),
    mutate: mutateRoutes(dependencies),
    actions: actionRoutes(dependencies),
    export: exportRoutes(dependencies, assetKey),
    listen: listenRoutes(dependencies),
    history: historyRoutes(dependencies),
  }
  for (const [name, route] of Object.entries(routes)) {
    data.use(`/${name}/:dataset/*`, requireDataset(dataset))
    data.route(`/${name}/:dataset`, route)
  }
  app.route(version, assetRoutes({ store, files, projectId, dataset }))
  app.use(`${version}/*`, limitBody(10))
  app.route(`${version}/data`, data)
  app.route(version, projectRoutes({ store, projectId, dataset }))
  app.all(`${version}/*`, (c) => {
    throw unknownEndpoint(c.req.method, c.req.path)
  })
  app.route('/', imageRoutes({ files, projectId, dataset }))
  app.route('/', studioRoutes(studioFolder, studioSettings))
  app.notFound((c) => sendError(c, unknownEndpoint(c.req.method, c.req.path)))

  const webSockets = createWebSockets([listenSocket(dependencies), presenceSocket(dataset)], rules)
  return {
    app,
    upgrade: webSockets.upgrade,
    close() {
      stopDeletingFiles()
      webSockets.close()
    },
  }
}

function unknownEndpoint(method: string, path: string) {
  return lakeErrors.notFound(`The local Content Lake has no ${method} ${path}`)
}
