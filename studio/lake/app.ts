import { Hono } from 'hono'
import { join } from 'node:path'
import { openAssetFiles } from './assets/files.ts'
import { tidyAssets } from './assets/tidy.ts'
import { answerError } from './http/errors.ts'
import { guard, type LakeEnv } from './http/guard.ts'
import { limitBody } from './http/read-body.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { studioRoutes } from './http/static-studio.ts'
import { acceptUpgrades } from './http/upgrade.ts'
import { presenceSocket } from './presence/socket.ts'
import { openAnonymousQueries } from './query/anonymous-queries.ts'
import { Views } from './query/views.ts'
import { actionRoutes } from './routes/actions.ts'
import { assetRoutes } from './routes/assets.ts'
import { type Dataset, onlyDataset } from './routes/dataset.ts'
import { documentRoutes } from './routes/documents.ts'
import { exportRoutes } from './routes/export.ts'
import { historyRoutes } from './routes/history.ts'
import { imageRoutes } from './routes/images.ts'
import { listenRoutes, listenSocket } from './routes/listen.ts'
import { liveRoutes } from './routes/live.ts'
import { mutateRoutes } from './routes/mutate.ts'
import { projectRoutes } from './routes/projects.ts'
import { queryRoutes } from './routes/query.ts'
import { refuseUnknownEndpoint, stubRoutes } from './routes/stubs.ts'
import { userRoutes } from './routes/users.ts'
import type { StudioSettings } from './static/studio-settings.ts'
import type { Store } from './store/types.ts'

export type LakeParts = {
  store: Store
  /** Where the assets lie, beside the store. */
  folder: string
  projectId: string
  dataset: string
  /** The write token. */
  token: string
  /** The built Studio; none where there is no Studio to serve. */
  studioFolder?: string | undefined
  /** What the Studio is told when it opens. */
  studioSettings?: StudioSettings | undefined
}

const version = '/:version{v[0-9X][0-9-]*}'

/** The whole Content Lake over its store: what listens is the server's business. */
export function createLake(lake: LakeParts) {
  const { store, projectId, dataset, token, folder, studioFolder, studioSettings } = lake
  const rules = { token, projectId }
  const anonymousQueries = openAnonymousQueries(store)
  const parts: Dataset = { store, views: new Views(store), anonymousQueries, projectId, dataset }
  const files = openAssetFiles(join(folder, 'assets'))
  const stopTidying = tidyAssets(store, files)
  const app = new Hono<LakeEnv>()
  app.use(addSecurityHeaders)
  app.onError((error, c) => answerError(c, error))
  app.use(guard(rules))

  const data = new Hono<LakeEnv>()
  const routes = {
    query: queryRoutes(parts),
    doc: documentRoutes(parts),
    mutate: mutateRoutes(parts),
    actions: actionRoutes(parts),
    export: exportRoutes(parts),
    listen: listenRoutes(parts),
    'live/events': liveRoutes(parts),
    history: historyRoutes(parts),
  }
  for (const [name, route] of Object.entries(routes)) {
    data.use(`/${name}/:dataset/*`, onlyDataset(dataset))
    data.route(`/${name}/:dataset`, route)
  }
  app.route(version, assetRoutes({ store, files, projectId, dataset }))
  app.use(`${version}/*`, limitBody(10))
  app.route(`${version}/data`, data)
  app.route(version, userRoutes(store))
  app.route(version, projectRoutes({ projectId, dataset }))
  app.route(version, stubRoutes(store))
  app.all(`${version}/*`, (c) => answerError(c, refuseUnknownEndpoint(c.req.method, c.req.path)))
  app.route('/', imageRoutes({ files, projectId, dataset }))
  app.route('/', studioRoutes(studioFolder, studioSettings))
  app.notFound((c) => answerError(c, refuseUnknownEndpoint(c.req.method, c.req.path)))

  const upgrades = acceptUpgrades([listenSocket(parts), presenceSocket(dataset)], rules)
  return {
    app,
    upgrade: upgrades.upgrade,
    async close() {
      stopTidying()
      upgrades.close()
      await anonymousQueries.close()
    },
  }
}
