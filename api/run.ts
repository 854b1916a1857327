import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { createAnswerCache } from './answers/answer-cache.ts'
import { createApp } from './app.ts'
import { createContentClient, createContentStatusReader } from './content/client.ts'
import { openContent } from './content/content.ts'
import { toLostContent } from './content/content-lost.ts'
import { openPreview } from './content/preview/preview.ts'
import { refuseOtherSource, verifyContent } from './content/source.ts'
import { startStudioBuild } from './content/studio.ts'
import { startSweepLoop } from './content/sweep-loop.ts'
import { migrateDatabase } from './database/migrate.ts'
import { openNotifications } from './database/notifications.ts'
import { checkServer, type Database, openDatabase, openPostgres } from './database/open.ts'
import { watchEcho } from './database/watch-echo.ts'
import { startUpkeepLoop } from './desk/upkeep-loop.ts'
import { type Environment, readEnvironment } from './env.ts'
import { openCalendar } from './events/calendar.ts'
import { listen } from './http/listen.ts'
import { securityHeaders } from './http/security-headers.ts'
import { startImportLoop } from './import/import-loop.ts'
import { followListings } from './listings/follow-listings.ts'
import { createJudge } from './moderation/judge.ts'
import { openPseudonyms } from './moderation/pseudonyms.ts'
import { createDirectAnswerer } from './pages/answer-directly.ts'
import { guardPublish } from './publishing/guard-publish.ts'
import { createDeployHook } from './publishing/host/deploy-hook.ts'
import { startPublishLoop } from './publishing/publish-loop.ts'
import { openPublisher } from './publishing/publisher.ts'
import { readPageRevisions } from './publishing/status/page-revisions.ts'
import { createPublishStatus } from './publishing/status/publish-status.ts'
import { checkout } from './runtime/checkout.ts'
import { createLogger, openStandardOutput } from './runtime/log.ts'
import { printLine } from './runtime/operator.ts'
import { createProblems } from './runtime/problems.ts'
import { openAll, type Running } from './runtime/supervise.ts'
import { startPruneLoop } from './search/prune-loop.ts'
import { watchHealth } from './watch-health.ts'

type RunOptions = {
  signal?: AbortSignal
  fill?: (sql: Database) => Promise<void>
  /** Whether the local Studio needs no session. */
  opensStudio?: boolean
}

/** Disposing stops everything in reverse order. A failed or aborted start closes what was opened. */
export async function run(
  variables: NodeJS.ProcessEnv,
  { signal, fill, opensStudio = false }: RunOptions = {},
): Promise<Running> {
  const environment = readEnvironment(variables)
  const { SITE_URL: siteUrl, DATA_DIR } = environment
  await using opened = new AsyncDisposableStack()
  const output = openStandardOutput()
  opened.defer(() => output.flush())
  const logger = createLogger(environment.LOG_LEVEL, output)
  const problems = createProblems(logger, resolve(DATA_DIR))

  // The local Studio gets a new random token at each start.
  const moderationToken =
    environment.MODERATION_TOKEN ??
    (ownsLake(environment) ? randomBytes(32).toString('base64url') : undefined)

  // In parallel: each takes half a second.
  const database = openPostgres(environment, printLine)
  const options = {
    checkout,
    hookUrl: hookUrlOf(environment),
    moderationToken,
    opensStudio,
    database,
    log: printLine,
  }
  const [{ url }, found] = await openAll(
    opened,
    database,
    openContent(environment, options).catch(toLostContent),
  )
  const sql = openDatabase(url)
  opened.defer(() => sql.end({ timeout: 5 }))
  signal?.throwIfAborted()
  await checkServer(sql)
  await refuseOtherSource(sql, found)
  const notifications = opened.use(openNotifications({ url, logger }))
  opened.use(await watchEcho({ sql, notifications, problems }))
  for (const name of await migrateDatabase(url)) printLine(`Applied ${name}.`)
  const { content, assertSource } = await verifyContent(sql, found, problems)
  await fill?.(sql)
  const answers = createAnswerCache({ readRelease: () => publishing.read().id })
  followListings(notifications, answers)
  const pseudonyms = await openPseudonyms(sql)
  const calendar = opened.use(openCalendar({ sql, notifications, answers, logger }))

  const folder = join(resolve(DATA_DIR), 'releases')
  const opening = await openPublisher({
    checkout,
    folder,
    settings: { siteUrl, content: content.settings },
    log: printLine,
    ...(signal && { signal }),
  })
  const publisher = guardPublish(opened.use(opening), assertSource)
  if (content.lost && !publisher.current()) throw content.lost
  if (content.lost) printLine(content.lost.message)
  signal?.throwIfAborted()
  // After the pages' bundle: both builds at once need too much memory. Before the first publish, which may wait until
  // an editor fixes faulty content in the Studio.
  const studioLink = await content.createStudioLink?.()
  if (studioLink) opened.use(startStudioBuild(checkout, studioLink, printLine))
  const client = createContentClient(content.settings)
  const { DEPLOY_HOOK_URL } = environment
  const status = createPublishStatus({
    sql,
    client,
    calendar,
    readRelease: () => publisher.current()?.id,
    logger,
  })
  const deployHook =
    DEPLOY_HOOK_URL === undefined
      ? undefined
      : guardPublish(
          opened.use(
            createDeployHook({ sql, url: DEPLOY_HOOK_URL, readPages: () => readPageRevisions(client) }),
          ),
          assertSource,
        )
  const publishing = opened.use(
    startPublishLoop({
      publisher,
      deployHook,
      folder,
      notifications,
      status,
      problems,
      logger,
      log: printLine,
    }),
  )
  if (!content.lost) await publishing.waitForFirstRelease(signal)
  opened.use(
    startSweepLoop({ sql, url, client, logger, problems, assertSource, publish: publishing.publish }),
  )
  opened.use(startPruneLoop(sql, logger))
  const totalPostsPerHour = environment.TOTAL_POSTS_PER_HOUR
  opened.use(startUpkeepLoop({ sql, answers, pseudonyms, logger, problems, totalPostsPerHour }))
  const { writeToken } = content
  if (writeToken !== undefined) {
    const writer = createContentClient({ ...content.settings, token: writeToken })
    opened.use(
      startImportLoop({
        client: writer.withConfig({ perspective: 'raw' }),
        logger,
        fetchSettings: { allowsLoopback: environment.IMPORT_LOOPBACK === 'allow' },
      }),
    )
  }

  const readContentStatus = createContentStatusReader(client)
  const health = opened.use(watchHealth({ sql, folder: resolve(DATA_DIR), readContentStatus, problems }))
  const { token, studioOrigins } = content
  const preview = token && openPreview({ client, token, renderDraft: publisher.renderDraft, logger })
  const app = createApp({
    sql,
    answers,
    calendar,
    releases: publishing,
    readContentStatus,
    refreshHealth: health.refresh,
    logger,
    problems,
    hooks: {
      projectId: content.settings.projectId,
      dataset: content.settings.dataset,
      secrets: content.webhookSecrets,
    },
    preview: preview || undefined,
    studioOrigins,
    embedOrigins: environment.EMBED_ORIGINS,
    studioAddress: isLoopback(siteUrl) ? content.studioAddress : undefined,
    status,
    pseudonyms,
    judge: createJudge({ sql, pseudonyms, mode: environment.SPAM_FILTER, logger }),
    moderationToken,
    importsLoopback: environment.IMPORT_LOOPBACK === 'allow',
    settings: {
      siteUrl,
      postsPerHour: environment.POSTS_PER_HOUR,
      totalPostsPerHour,
      reportsToHide: environment.REPORTS_TO_HIDE,
      holdHours: environment.HOLD_HOURS,
      contacts: environment.CONTACTS,
      contactsPerHour: environment.CONTACTS_PER_HOUR,
      editsPerHour: environment.EDITS_PER_HOUR,
      trustedProxies: environment.TRUSTED_PROXIES,
    },
  })
  const headers = securityHeaders({ overTls: siteUrl.startsWith('https:') })
  const listener = await listen(app, {
    host: environment.HOST,
    port: environment.PORT,
    headers,
    trustedProxies: environment.TRUSTED_PROXIES,
    answerDirectly: createDirectAnswerer({ answers, readRelease: publishing.read, headers, logger }),
    warn: (sentence) => logger.warn(sentence),
  })
  opened.defer(() => listener.drain())
  // Disposed before the listener drains: the streams of previews end only when told to.
  if (preview) opened.use(preview)

  const toStop = opened.move()
  const studio = studioLink ? [`The Studio: ${studioLink}`] : []
  return {
    addresses: [...studio, `The site: ${siteUrl}`],
    [Symbol.asyncDispose]: () => toStop.disposeAsync(),
  }
}

function hookUrlOf({ HOST, PORT }: Environment): string {
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}/api/hooks/content`
}

/** Whether this process runs the Content Lake and serves the Studio. */
function ownsLake({ SANITY_PROJECT_ID, CONTENT_FOLDER }: Environment): boolean {
  return SANITY_PROJECT_ID === undefined && CONTENT_FOLDER === undefined
}

function isLoopback(address: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)
}
