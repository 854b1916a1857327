import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApp } from './app.ts'
import { keepCalendar } from './calendar/calendar.ts'
import { startEmbeddedPostgres } from './database/embedded/start.ts'
import { migrate } from './database/migrate.ts'
import { type Database, openDatabase } from './database/open.ts'
import { checkServer } from './database/check-server.ts'
import { type Environment, readEnvironment } from './env.ts'
import { listen } from './http/listen.ts'
import { securityHeaders } from './http/security-headers.ts'
import { createLogger } from './log.ts'
import { prepareRelease } from './publisher/prepare.ts'
import { say } from './say.ts'

const checkout = fileURLToPath(new URL('..', import.meta.url))

export type Running = { addresses: string[] } & AsyncDisposable

/**
 * Starts everything in order: the database, its schema, the pages, the listener. Disposing of what it answers stops
 * it in the opposite order. What was opened before a step that fails, or that `signal` prevents, is closed again.
 */
export async function run(
  variables: NodeJS.ProcessEnv,
  { signal, fill }: { signal?: AbortSignal; fill?: (sql: Database) => Promise<void> } = {},
): Promise<Running> {
  const environment = readEnvironment(variables)
  const logger = createLogger(environment.LOG_LEVEL)
  await using opened = new AsyncDisposableStack()

  const url = environment.DATABASE_URL ?? (await startEmbedded(environment, opened))
  const sql = openDatabase(url)
  opened.defer(() => sql.end({ timeout: 5 }))
  signal?.throwIfAborted()
  await checkServer(sql)
  for (const name of await migrate(sql)) say(`Applied ${name}.`)
  await fill?.(sql)
  const calendar = opened.use(keepCalendar({ sql, url, logger }))

  const release = await prepareRelease({ checkout, siteUrl: environment.SITE_URL }, say, signal)
  signal?.throwIfAborted()

  const app = createApp({
    sql,
    calendar,
    release,
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
  return {
    addresses: [`The site: ${environment.SITE_URL}`],
    [Symbol.asyncDispose]: () => toStop.disposeAsync(),
  }
}

async function startEmbedded({ DATA_DIR }: Environment, opened: AsyncDisposableStack): Promise<string> {
  const folder = join(resolve(DATA_DIR), 'postgres')
  say(`Starting the database in ${folder}…`)
  const server = await startEmbeddedPostgres({ folder, log: say })
  opened.defer(() => server.stop())
  return server.url
}
