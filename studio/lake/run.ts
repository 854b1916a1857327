import { forgetAddress, noteAddress } from './address.ts'
import { createLake } from './app.ts'
import { rebaseUrls } from './assets/rebase-urls.ts'
import type { LakeEnvironment } from './env.ts'
import { explain } from './explain.ts'
import { listen } from './http/listen.ts'
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
  // A process that was killed may have left its address.
  await forgetAddress(folder)
  const token = keepToken(folder)
  // The site is still starting: retries of the seed's deliveries would delay an editor's first change.
  let isSeeding = true
  const webhooks = startWebhooks(store, hooks, {
    projectId,
    dataset,
    isSeeding: () => isSeeding,
    report: (problem) => say(explain(problem)),
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
    token,
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
