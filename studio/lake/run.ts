import { forgetAddress, noteAddress } from './address.ts'
import { createLake } from './app.ts'
import { rebaseUrls } from './assets/rebase-urls.ts'
import type { LakeEnvironment } from './env.ts'
import { explain } from './explain.ts'
import { listen } from './http/listen.ts'
import { keepPrivate } from './private.ts'
import { say } from './say.ts'
import { keepFromSeed, seedOnce } from './seed/seed.ts'
import { openStore } from './store/open-store.ts'
import { keepToken } from './token.ts'
import { readWebhooks } from './webhooks/settings.ts'
import { startWebhooks } from './webhooks/webhooks.ts'

export type Running = { port: number; token: string } & AsyncDisposable

/**
 * Starts the Content Lake: store, application, listener. Disposing of what it answers stops it in the opposite
 * order; what was opened before a step that fails is closed again.
 */
export async function run(environment: LakeEnvironment): Promise<Running> {
  const hooks = environment.LAKE_WEBHOOKS === undefined ? [] : readWebhooks(environment.LAKE_WEBHOOKS)
  const { LAKE_FOLDER: folder, LAKE_PROJECT_ID: projectId, LAKE_DATASET: dataset } = environment
  await using opened = new AsyncDisposableStack()
  const store = openStore(folder)
  opened.defer(() => store.close())
  keepPrivate(folder)
  // Of a process that was killed: who finds this folder in use from now on must not be sent there.
  await forgetAddress(folder)
  const token = keepToken(folder)
  // Who starts with this lake reads all of it, and does not answer yet: the seed's changes, sent again and again until it
  // does, would hold up the first ones of an editor.
  let isSeeding = true
  const webhooks = startWebhooks(store, hooks, {
    projectId,
    dataset,
    isSeeding: () => isSeeding,
    report: (error) => say(explain(error)),
  })
  opened.defer(() => webhooks.stop())
  // Without settings nothing is said of webhooks: an import by command must not lose what waits for them.
  if (environment.LAKE_WEBHOOKS !== undefined) webhooks.forgetOthers()
  const lake = createLake({
    store,
    folder,
    projectId,
    dataset,
    studioFolder: environment.LAKE_STUDIO_FOLDER,
    studioSettings: environment.LAKE_STUDIO_SETTINGS,
    origins: environment.LAKE_ORIGINS,
    token,
    webhooks,
  })
  const { LAKE_SEED: seed } = environment
  if (seed === undefined) keepFromSeed(store)
  else await seedOnce({ file: seed, store, lake, token, projectId, dataset })
  isSeeding = false
  const listener = await listen(lake, environment.LAKE_PORT)
  opened.defer(() => listener.close())
  // First of all: a listener is closed once its last WebSocket is.
  opened.defer(() => lake.close())
  rebaseUrls(store, { projectId, dataset, origin: listener.origin })
  opened.use(await noteAddress(folder, listener.port))
  const toStop = opened.move()
  return { port: listener.port, token, [Symbol.asyncDispose]: () => toStop.disposeAsync() }
}
