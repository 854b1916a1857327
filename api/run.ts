import { fileURLToPath } from 'node:url'
import { createApp } from './app.ts'
import { keepCalendar } from './calendar/calendar.ts'
import { createContentClient } from './content/client.ts'
import { openContent } from './content/content.ts'
import { keepStudioBuilt } from './content/studio.ts'
import { watchContent } from './content/watch-content.ts'
import { migrate } from './database/migrate.ts'
import { type Database, openDatabase } from './database/open.ts'
import { openPostgres } from './database/open-postgres.ts'
import { checkServer } from './database/check-server.ts'
import { readEnvironment } from './env.ts'
import { listen } from './http/listen.ts'
import { securityHeaders } from './http/security-headers.ts'
import { createLogger } from './log.ts'
import { prepareWhenWhole } from './publisher/prepare.ts'
import { openAll } from './open-all.ts'
import { say } from './say.ts'

const checkout = fileURLToPath(new URL('..', import.meta.url))

export type Running = { addresses: string[] } & AsyncDisposable

/**
 * Starts everything in order: the database and the content, the schema, the pages, the listener. Disposing of what it
 * answers stops it in the opposite order. What was opened before a step that fails, or that `signal` prevents, is
 * closed again.
 */
export async function run(
  variables: NodeJS.ProcessEnv,
  { signal, fill }: { signal?: AbortSignal; fill?: (sql: Database) => Promise<void> } = {},
): Promise<Running> {
  const environment = readEnvironment(variables)
  const logger = createLogger(environment.LOG_LEVEL)
  await using opened = new AsyncDisposableStack()

  // Both at once: neither needs the other, and each takes half a second.
  const [{ url }, content] = await openAll(
    opened,
    openPostgres(environment, say),
    openContent(environment, { checkout, log: say }),
  )

  const sql = openDatabase(url)
  opened.defer(() => sql.end({ timeout: 5 }))
  signal?.throwIfAborted()
  await checkServer(sql)
  for (const name of await migrate(sql)) say(`Applied ${name}.`)
  await fill?.(sql)
  const calendar = opened.use(keepCalendar({ sql, url, logger }))

  // Even where the pages wait for content that an editor has yet to mend: it is mended in the Studio.
  if (content.studioAddress) opened.use(keepStudioBuilt(checkout, content.studioAddress, say))
  const pages = { checkout, siteUrl: environment.SITE_URL, content: content.settings }
  const release = await prepareWhenWhole(pages, say, signal)
  signal?.throwIfAborted()

  const app = createApp({
    sql,
    calendar,
    release,
    readContentStatus: watchContent(createContentClient(content.settings)),
    logger,
    settings: {
      siteUrl: environment.SITE_URL,
      postsPerHour: environment.POSTS_PER_HOUR,
      trustedProxies: environment.TRUSTED_PROXIES,
    },
  })
  const headers = securityHeaders({ overTls: environment.SITE_URL.startsWith('https:') })
  const listener = await listen(app, { host: environment.HOST, port: environment.PORT, headers })
  opened.defer(() => listener.drain())

  const toStop = opened.move()
  const studio = content.studioAddress ? [`The Studio: ${content.studioAddress}`] : []
  return {
    addresses: [...studio, `The site: ${environment.SITE_URL}`],
    [Symbol.asyncDispose]: () => toStop.disposeAsync(),
  }
}
