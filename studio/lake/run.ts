import { createLake } from './app.ts'
import { updateAssetUrls } from './assets/documents.ts'
import { type Connection, deletePort, openToken, writePort } from './connection.ts'
import { type LakeEnvironment, readLakeEnvironment } from './env.ts'
import { formatError, log, OperatorError } from './errors.ts'
import { startServer } from './http/server.ts'
import { disableSeed, importSeed } from './seed.ts'
import { requestLink } from './sessions/owner-requests.ts'
import { openStore } from './store/open-store.ts'
import { readWebhooks, startWebhooks } from './webhooks/webhooks.ts'

export type RunningLake = Connection & AsyncDisposable

/**
 * Those of sysexits.h. EX_TEMPFAIL: another process holds the folder or the port, and a later start may succeed.
 * EX_DATAERR: the file is damaged. EX_NOINPUT: the folder does not hold the lake of LAKE_EXPECTED.
 */
const exitCodes = { folderInUse: 75, portInUse: 75, damaged: 65, missing: 66, failed: 1 }

/** Starts store, application and HTTP server. Disposing stops them in reverse order, as does a failed start. */
export async function startLake(environment: LakeEnvironment): Promise<RunningLake & { id: string }> {
  const { LAKE_FOLDER: folder, LAKE_PROJECT_ID: projectId, LAKE_DATASET: dataset } = environment
  const { LAKE_WEBHOOKS: webhookFile, LAKE_SEED: seedFile } = environment
  const hooks = webhookFile === undefined ? [] : readWebhooks(webhookFile)
  await using resources = new AsyncDisposableStack()
  const store = openStore(folder, { expected: environment.LAKE_EXPECTED })
  resources.defer(() => store.close())
  deletePort(folder)
  const token = openToken(folder)
  // Send no webhooks while seeding: the site is still starting, and retries would delay the editor's first change.
  let isSeeding = true
  const webhooks = startWebhooks(store, hooks, {
    projectId,
    dataset,
    isSeeding: () => isSeeding,
    report: (problem) => log(formatError(problem)),
  })
  resources.defer(() => webhooks.stop())
  // `npm run content:import` runs without LAKE_WEBHOOKS and must keep the pending deliveries of the site's webhook.
  if (webhookFile !== undefined) webhooks.deleteOtherDeliveries()
  const lake = createLake({
    store,
    folder,
    projectId,
    dataset,
    token,
    studioFolder: environment.LAKE_STUDIO_FOLDER,
    studioSettings: environment.LAKE_STUDIO_SETTINGS,
    isOpen: environment.LAKE_OPEN,
  })
  if (seedFile === undefined) disableSeed(store)
  else await importSeed({ file: seedFile, store, lake, token, projectId, dataset })
  isSeeding = false
  const server = await startServer(lake, environment.LAKE_PORT)
  resources.defer(() => server.close())
  // Disposed before the server, whose `close` waits for open WebSockets.
  resources.defer(() => lake.close())
  updateAssetUrls(store, { projectId, dataset, origin: server.origin })
  writePort(folder, server.port)
  resources.defer(() => deletePort(folder))
  const running = resources.move()
  return { id: store.lakeId, port: server.port, token, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** Runs until a signal, or until the process that forked it ends; sends `{ ready, id, port, token, link }` to that process. */
export async function runProcess(): Promise<void> {
  const stopping = Promise.withResolvers<void>()
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(event, () => stopping.resolve())
  process.on('unhandledRejection', (reason) => log(`Unhandled rejection: ${formatError(reason)}`))

  let lake: Awaited<ReturnType<typeof startLake>>
  try {
    lake = await startLake(readLakeEnvironment(process.env))
  } catch (error) {
    log(formatError(error))
    process.exit(exitCodes[error instanceof OperatorError ? error.code : 'failed'])
  }
  const { id, port, token } = lake
  const link = await requestLink(lake)
  if (process.send === undefined) log(`The Studio: ${link}`)
  else process.send({ ready: true, id, port, token, link })
  await stopping.promise
  await lake[Symbol.asyncDispose]()
  process.exit(0)
}
