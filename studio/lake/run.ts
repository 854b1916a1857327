import { createLake } from './app.ts'
import { updateAssetUrls } from './assets/documents.ts'
import { deletePort, openSecret, writePort } from './connection.ts'
import { describeOptions, type LakeEnvironment, readLakeEnvironment, readOptions } from './env.ts'
import { formatError, log, OperatorError } from './errors.ts'
import { isLoopback } from './http/addresses.ts'
import { startServer } from './http/server.ts'
import { disableSeed, importSeed } from './seed.ts'
import { openAuth } from './people/open-auth.ts'
import { requestLink } from './people/owner-requests.ts'
import { createPeople, type People } from './people/people.ts'
import { program } from './people/roles.ts'
import { isPreviewSecret } from './transfer/preview-secrets.ts'
import { openSchedule } from './releases/schedule.ts'
import { openStore } from './store/open-store.ts'
import type { Store } from './store/types.ts'
import { readWebhooks, startWebhooks } from './webhooks/webhooks.ts'

/**
 * Those of sysexits.h. EX_TEMPFAIL: another process holds the folder or the port, and a later start may succeed.
 * EX_DATAERR: the file is damaged. EX_NOINPUT: the folder does not hold the lake of LAKE_EXPECTED.
 */
const exitCodes = { folderInUse: 75, portInUse: 75, damaged: 65, missing: 66, failed: 1 }

/** Starts store, application and HTTP server. Disposing stops them in reverse order, as does a failed start. */
export async function startLake(environment: LakeEnvironment) {
  const { LAKE_FOLDER: folder, LAKE_PROJECT_ID: projectId, LAKE_DATASET: dataset } = environment
  const { LAKE_WEBHOOKS: webhookFile, LAKE_SEED: seedFile } = environment
  const hooks = webhookFile === undefined ? [] : readWebhooks(webhookFile)
  await using resources = new AsyncDisposableStack()
  const store = openStore(folder, environment.LAKE_EXPECTED)
  resources.defer(() => store.close())
  deletePort(folder)
  const token = openSecret(folder, 'token')
  const basePath = environment.LAKE_PUBLIC_URL?.pathname.replace(/\/$/, '') ?? ''
  const auth = await openAuth(environment, store.lakeId, basePath)
  const people = createPeople(auth, environment.LAKE_ORGANISER_TYPES, () => endPreviews(store))
  resources.defer(() => people.close())
  assertSafe(environment, people)
  const app = createLake({ environment, store, people, basePath, token })
  if (seedFile === undefined) disableSeed(store)
  else await importSeed({ file: seedFile, store, app, token, projectId, dataset })
  // Not while seeding: the site is still starting, and retries would delay the editor's first change.
  const webhooks = startWebhooks(store, hooks, { projectId, dataset })
  resources.defer(() => webhooks.stop())
  // `npm run content:import` runs without LAKE_WEBHOOKS and must keep the pending deliveries of the site's webhook.
  if (webhookFile !== undefined) webhooks.deleteOtherDeliveries()
  const server = await startServer(app, environment.LAKE_PORT, environment.LAKE_HOST)
  resources.defer(() => server.close())
  updateAssetUrls(store, { projectId, dataset, origin: server.origin })
  writePort(folder, server.port)
  resources.defer(() => deletePort(folder))
  const schedule = openSchedule(store, { report: log })
  resources.defer(() => schedule.stop())
  const running = resources.move()
  return {
    id: store.lakeId,
    port: server.port,
    token,
    /** Not started: an import or export must not publish without the site's webhooks. */
    schedule,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/**
 * Deletes the secrets of all open previews: each is valid for an hour, also for somebody who was removed since. Shared
 * drafts have an `expiresAt`, and stay.
 */
function endPreviews(store: Store): void {
  const secrets = store.all().filter((document) => isPreviewSecret(document) && !('expiresAt' in document))
  const mutations = secrets.map(({ _id: id }) => ({ delete: { id } }))
  if (mutations.length > 0) store.transact({ mutations, identity: program.id })
}

/** Throws OperatorError for settings that would let strangers in, or nobody. */
function assertSafe({ LAKE_HOST, LAKE_PUBLIC_URL, LAKE_OPEN }: LakeEnvironment, people: People): void {
  const isLocal = isLoopback(LAKE_HOST)
  if (LAKE_OPEN && (LAKE_PUBLIC_URL || !isLocal))
    throw new OperatorError('A Studio that other machines reach needs sessions: leave out LAKE_OPEN')
  if (isLocal) return
  if (!LAKE_PUBLIC_URL)
    throw new OperatorError(
      'STUDIO_HOST (--host) needs STUDIO_URL (--public-url), the https:// address at which a proxy serves the Studio',
    )
  if (people.list().length === 0)
    throw new OperatorError(
      'The Studio listens on other addresses only once it has people: start without STUDIO_HOST (--host), ' +
        'run `npm run editors -- add "Your name" --role administrator`, and start again',
    )
}

/** Runs until a signal, or until the process that forked it ends; sends `{ ready, id, port, token, link }` to that process. */
export async function runProcess(args: string[]): Promise<void> {
  if (args.includes('--help')) return void process.stdout.write(describeOptions())
  const stopping = Promise.withResolvers<void>()
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(event, () => stopping.resolve())
  process.on('unhandledRejection', (reason) => log(`Unhandled rejection: ${formatError(reason)}`))

  let lake: Awaited<ReturnType<typeof startLake>>
  try {
    lake = await startLake(readLakeEnvironment({ ...process.env, ...readOptions(args) }))
  } catch (error) {
    log(formatError(error))
    process.exit(exitCodes[error instanceof OperatorError ? error.code : 'failed'])
  }
  const { id, port, token } = lake
  lake.schedule.start()
  const link = await requestLink(lake)
  if (process.send === undefined) log(`The Studio: ${link}`)
  else process.send({ ready: true, id, port, token, link })
  await stopping.promise
  await lake[Symbol.asyncDispose]()
  process.exit(0)
}
