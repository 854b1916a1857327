import { join, resolve } from 'node:path'
import type { SanityClient } from '@sanity/client'
import { createAnswerCache } from './answers/answer-cache.ts'
import { createPurger } from './answers/purge.ts'
import { contentSources } from './answers/sources.ts'
import { type AppDependencies, createApp } from './app.ts'
import { startBackupLoop } from './backup/backup-loop.ts'
import { readLastBackup } from './backup/backup-files.ts'
import { migrateWithBackup } from './backup/migrate-with-backup.ts'
import { createContentClient, createContentStatusReader } from './content/client.ts'
import { openContent } from './content/content.ts'
import { toLostContent } from './content/content-lost.ts'
import { openPreview } from './content/preview/preview.ts'
import { refuseOtherSource, verifyContent } from './content/source.ts'
import { basePathOf, refuseSitePath, startStudioBuild } from './content/studio.ts'
import { startSweepLoop } from './content/sweep-loop.ts'
import { openNotifications } from './database/notifications.ts'
import { checkPooler, checkServer, openPool, openPostgres } from './database/open.ts'
import { openReplica } from './database/replica.ts'
import { watchEcho } from './database/watch-echo.ts'
import { startUpkeepLoop } from './moderation/desk/upkeep-loop.ts'
import { type Environment, ownAddress, readEnvironment } from './env.ts'
import { openCalendar } from './events/calendar.ts'
import { listen } from './http/listen.ts'
import { securityHeaders } from './http/security-headers.ts'
import { startImportLoop } from './import/import-loop.ts'
import { followListings } from './listings/follow-listings.ts'
import type { ListingSettings } from './listings/routes.ts'
import { openSpamModel } from './moderation/filter/spam-model.ts'
import { createJudge } from './moderation/judge.ts'
import { openPseudonyms } from './moderation/pseudonyms.ts'
import { createDirectAnswerer } from './pages/answer-directly.ts'
import { createDeployHook } from './publishing/host/deploy-hook.ts'
import { readPageRevisions } from './publishing/host/page-revisions.ts'
import { startPublishLoop } from './publishing/publish-loop.ts'
import { openPublisher } from './publishing/publisher.ts'
import { findPublishStatus } from './publishing/status/publish-status.ts'
import { checkout } from './runtime/checkout.ts'
import { createLogger, type Logger, openStandardOutput } from './runtime/log.ts'
import { printLine } from './runtime/operator.ts'
import { createProblems, type Problems } from './runtime/problems.ts'
import { describeVersions } from './runtime/safe-versions.ts'
import { openAll, type Running } from './runtime/supervise.ts'
import { startPruneLoop } from './search/prune-loop.ts'
import { watchHealth } from './watch-health.ts'

type RunOptions = {
  signal?: AbortSignal
  /** Runs once the site serves. */
  fill?: (
    parts: Pick<AppDependencies, 'sql' | 'judge' | 'pseudonyms'> & { client: SanityClient },
  ) => Promise<void>
  /** Whether the local Studio needs no session. */
  opensStudio?: boolean
}

/** Disposing stops everything in reverse order. A failed or aborted start closes what was opened. */
export async function run(
  variables: NodeJS.ProcessEnv,
  { signal, fill, opensStudio = false }: RunOptions = {},
): Promise<Running> {
  const environment = readEnvironment(variables)
  const { SITE_URL: siteUrl, TRUSTED_PROXIES: trustedProxies } = environment
  await using opened = new AsyncDisposableStack()
  const output = openStandardOutput()
  opened.defer(() => output.flush())
  const logger = createLogger(environment.LOG_LEVEL, output)
  const problems = createProblems(logger, resolve(environment.DATA_DIR))
  const base = { environment, opened, logger, problems, signal }

  const sources = await openSources(base, opensStudio)
  const { sql, url, notifications, content, assertSource } = sources
  const { PURGE_URL: purgeUrl, PURGE_TOKEN: token } = environment
  const purger = opened.use(purgeUrl ? createPurger({ url: purgeUrl, token, problems }) : undefined)
  const answers = createAnswerCache({ onChange: purger?.purge, isShared: purger !== undefined })
  followListings(notifications, answers)
  const { DATABASE_REPLICA_URL: replicaUrl } = environment
  const replica = opened.use(
    replicaUrl === undefined
      ? undefined
      : await openReplica({ url: replicaUrl, primary: sql, countChanges: answers.count, problems }),
  )
  const pseudonyms = await openPseudonyms(sql)
  const spamModel = await openSpamModel({ sql, notifications, logger })
  const calendar = opened.use(openCalendar({ sql, notifications, answers, logger }))
  const { client, publisher, publishing } = await startPublishing(base, sources, {
    isShared: purger !== undefined,
    onChange: (parts) => answers.invalidate(contentSources(parts)),
  })

  const { publish } = publishing
  opened.use(startSweepLoop({ sql, url, client, logger, problems, assertSource, publish }))
  opened.use(startPruneLoop(sql, logger))
  const totalPostsPerHour = environment.TOTAL_POSTS_PER_HOUR
  opened.use(startUpkeepLoop({ sql, answers, pseudonyms, logger, problems, totalPostsPerHour }))
  const allowsLoopback = environment.IMPORT_LOOPBACK === 'allow'
  const { writeToken, studioOrigins, studioLink } = content
  const writer =
    writeToken === undefined
      ? undefined
      : createContentClient({ ...content.settings, token: writeToken }).withConfig({ perspective: 'raw' })
  if (writer) opened.use(startImportLoop({ client: writer, logger, fetchSettings: { allowsLoopback } }))

  const readContentStatus = createContentStatusReader(client)
  const folder = resolve(environment.DATA_DIR)
  const readBackup = () => readLastBackup(folder)
  const health = opened.use(watchHealth({ sql, folder, readContentStatus, problems }))
  if (environment.BACKUP_EVERY > 0) opened.use(startBackupLoop({ environment, logger, problems }))
  if (environment.METRICS_PORT > 0) {
    // Only then: prom-client takes memory.
    const { serveMetrics } = await import('./metrics.ts')
    const queues = { publishes: publishing.waiting, purges: () => purger?.waiting() ?? 0 }
    const parts = { sql, replica, problems, queues, readLastBackup: readBackup }
    opened.use(await serveMetrics(parts, environment.METRICS_PORT))
  }
  const { renderDraft } = publisher
  const preview = content.token
    ? openPreview({ client, token: content.token, renderDraft, logger })
    : undefined
  const { projectId, dataset } = content.settings
  const judge = createJudge({ sql, pseudonyms, spamModel, mode: environment.SPAM_FILTER, logger })
  const app = createApp({
    sql,
    readHeavy: replica?.readHeavy ?? ((read) => read(sql)),
    answers,
    calendar,
    releases: publisher,
    readContentStatus,
    refreshHealth: health.refresh,
    readLastBackup: readBackup,
    logger,
    problems,
    hooks: { projectId, dataset, secrets: content.webhookSecrets },
    preview,
    studioOrigins,
    embedOrigins: environment.EMBED_ORIGINS,
    studioAddress: loopback.includes(new URL(siteUrl).hostname) ? content.studioAddress : undefined,
    findStatus: (id) => findPublishStatus({ sql, calendar, publisher, publishing }, id),
    pseudonyms,
    judge,
    moderationToken: content.moderationToken,
    allowsLoopback,
    writer,
    settings: toListingSettings(environment),
  })
  refuseSitePath(environment, { routes: app.routes, files: publisher.read().files })
  const headers = securityHeaders({ overTls: siteUrl.startsWith('https:') })
  const listener = await listen(app, {
    host: environment.HOST,
    port: environment.PORT,
    headers: headers.all,
    trustedProxies,
    answerDirectly: createDirectAnswerer({ app, answers, readRelease: publisher.read, headers, logger }),
    warn: (sentence) => logger.warn(sentence),
  })
  opened.defer(() => listener.drain())
  // Disposed before the listener drains: the streams of previews end only when told to.
  opened.use(preview)
  await fill?.({ sql, judge, pseudonyms, client })

  const toStop = opened.move()
  const studio = studioLink ? [`The Studio: ${studioLink}`] : []
  return {
    addresses: [...studio, `The site: ${siteUrl}`],
    [Symbol.asyncDispose]: () => toStop.disposeAsync(),
  }
}

type Base = {
  environment: Environment
  /** What is disposed at the end, in reverse order. */
  opened: AsyncDisposableStack
  logger: Logger
  problems: Problems
  signal: AbortSignal | undefined
}

/** Database and content. Throws OperatorError if they do not belong together. */
async function openSources({ environment, opened, logger, problems, signal }: Base, opensStudio: boolean) {
  // In parallel: each takes half a second.
  const database = openPostgres(environment, printLine)
  const hookUrl = `${ownAddress(environment)}/api/hooks/content`
  const options = { checkout, hookUrl, opensStudio, database, log: printLine }
  const opening = openContent(environment, options).catch(toLostContent)
  const [{ url }, found] = await openAll(opened, database, opening)
  const sql = opened.use(openPool(environment, url))
  signal?.throwIfAborted()
  printLine(await describeVersions(await checkServer(sql)))
  if (environment.DATABASE_LISTEN_URL !== undefined) await checkPooler(sql)
  await refuseOtherSource(sql, found)
  const notifications = opened.use(openNotifications({ url, logger }))
  opened.use(await watchEcho({ sql, notifications, problems }))
  await migrateWithBackup(url, { environment, content: found })
  return { url, sql, notifications, ...(await verifyContent(sql, found, problems)) }
}

/** Resolves once there is a release to serve. */
async function startPublishing(
  { environment, opened, logger, problems, signal }: Base,
  { sql, notifications, content, assertSource }: Awaited<ReturnType<typeof openSources>>,
  sharing: { isShared: boolean; onChange: (parts: string[]) => void },
) {
  const { SITE_URL: siteUrl, DATA_DIR, DEPLOY_HOOK_URL: hookUrl } = environment
  const folder = join(resolve(DATA_DIR), 'releases')
  const settings = { siteUrl, content: content.settings }
  const log = printLine
  const publisher = opened.use(
    await openPublisher({ checkout, folder, settings, log, logger, ...sharing, signal }),
  )
  if (content.lost && !publisher.current()) throw content.lost
  if (content.lost) printLine(content.lost.message)
  signal?.throwIfAborted()
  // After the pages' bundle: both builds at once need too much memory. Before the first publish, which may wait until
  // an editor fixes faulty content in the Studio.
  const { studioLink } = content
  if (studioLink)
    opened.use(startStudioBuild(checkout, { basePath: basePathOf(environment), address: studioLink }, log))
  const client = createContentClient(content.settings)
  const readRevisions = () => readPageRevisions(client)
  const deployHook = opened.use(hookUrl ? createDeployHook({ sql, url: hookUrl, readRevisions }) : undefined)
  const publishing = opened.use(
    startPublishLoop({ publisher, deployHook, assertSource, notifications, problems, logger, log }),
  )
  if (!content.lost) await publishing.waitForFirstRelease(signal)
  return { client, publisher, publishing }
}

const loopback = ['localhost', '127.0.0.1', '[::1]']

function toListingSettings(environment: Environment): ListingSettings {
  return {
    siteUrl: environment.SITE_URL,
    postsPerHour: environment.POSTS_PER_HOUR,
    totalPostsPerHour: environment.TOTAL_POSTS_PER_HOUR,
    reportsToHide: environment.REPORTS_TO_HIDE,
    holdHours: environment.HOLD_HOURS,
    contacts: environment.CONTACTS,
    contactsPerHour: environment.CONTACTS_PER_HOUR,
    editsPerHour: environment.EDITS_PER_HOUR,
    trustedProxies: environment.TRUSTED_PROXIES,
  }
}
