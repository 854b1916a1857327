import { join, resolve } from 'node:path'
import postgres from 'postgres'
import type { Environment } from '../env.ts'
import { OperatorError } from '../runtime/operator.ts'
import { oldestMajor } from './embedded/binaries.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded/start.ts'
import { openTimeoutSocket } from './timeout-socket.ts'

/** Includes options that postgres.js accepts but does not declare. */
export type ConnectOptions = postgres.Options<{}> & {
  onnotify?: (channel: string, payload: string) => void
  socket?: typeof openTimeoutSocket
}

/** libpq parameters in the URLs of some hosting providers. postgres.js would send them to the server as settings. */
const unknownToPostgresJs = ['channel_binding', 'gssencmode']

/**
 * Creates a client, by default with one connection. A Unix socket is given as in libpq,
 * `postgres://user@localhost/name?host=/folder`: postgres.js (3.4.9) would send `host` to the server as a setting, and the
 * server would refuse it.
 */
export function connect(address: string, options: ConnectOptions = { max: 1, onnotice: () => {} }) {
  const url = new URL(address)
  const host = url.searchParams.get('host')
  for (const name of ['host', ...unknownToPostgresJs]) url.searchParams.delete(name)
  const sql = postgres(url.href, host ? { ...options, host } : options)
  return Object.assign(sql, { [Symbol.asyncDispose]: () => sql.end({ timeout: 5 }) })
}

/** One connection that postgres.js does not close by itself. Disposing closes it at once. */
export function connectOnce(url: string, options: ConnectOptions) {
  const sql = connect(url, { max: 1, max_lifetime: null, idle_timeout: 0, fetch_types: false, ...options })
  return { sql, [Symbol.asyncDispose]: () => sql.end({ timeout: 0 }) }
}

/** Milliseconds. */
const timeouts = { statement_timeout: 5_000, lock_timeout: 4_000 }

type PoolOptions = Pick<ConnectOptions, 'debug' | 'socket'> & {
  /** Whether a pooler such as PgBouncer gives each transaction another connection. */
  isPooled?: boolean
}

/**
 * A pool that connects with the first query. Statements may take 5 seconds; for longer ones use `connect`. Columns are
 * camelCase, keys inside JSON columns are unchanged (`postgres.camel` would rewrite those too).
 */
export function openDatabase(
  url: string,
  { socket = openTimeoutSocket, isPooled = false, ...options }: PoolOptions = {},
) {
  return connect(url, {
    ...options,
    prepare: !isPooled,
    // About five statements keep two cores busy; ten leave room for slow ones without overloading a small server.
    max: 10,
    connect_timeout: 2,
    socket,
    idle_timeout: 20,
    // Seconds. The API recovers within a second after the server is back.
    backoff: (attempt: number) => Math.min(0.1 * 2 ** attempt, 1),
    connection: {
      application_name: 'founderlist',
      // A pooler refuses these: its own settings have the timeouts.
      ...(!isPooled && { ...timeouts, client_min_messages: 'warning' }),
    },
    transform: { column: { from: postgres.toCamel } },
    onnotice: () => {},
  })
}

export type Database = postgres.Sql
export type Transaction = postgres.TransactionSql

/**
 * Takes an advisory lock and holds it until disposed. Undefined if another process holds it. The lock has its own
 * connection and is lost with it. Not `reserve` of postgres.js (3.4.9), which returns a lost connection to the pool.
 */
export async function claimLock(url: string, key: number): Promise<AsyncDisposable | undefined> {
  await using opened = new AsyncDisposableStack()
  const client = connectOnce(url, {
    connect_timeout: 10,
    socket: openTimeoutSocket,
    connection: { application_name: 'founderlist lock', statement_timeout: 5_000 },
    onnotice: () => {},
  })
  const { sql } = opened.use(client)
  const [row] = await sql<Array<{ claimed: boolean }>>`select pg_try_advisory_lock(${key}) as claimed`
  if (!row?.claimed) return undefined
  // Otherwise the server releases the lock only when it notices the closed connection.
  opened.defer(async () => void (await sql`select pg_advisory_unlock(${key})`.catch(() => {})))
  return opened.move()
}

export const poolerSentence =
  'Notifications of the database do not arrive through a pooler that shares sessions, such as PgBouncer, and lists would stay as they are: set DATABASE_LISTEN_URL, or DATABASE_URL, to the address of the database itself'

/** Throws OperatorError if the connections of a pooler have no time limit. */
export async function checkPooler(sql: Database): Promise<void> {
  const [row] = await sql<[{ limit: number }]>`
    select setting::integer as limit from pg_settings where name = 'statement_timeout'
  `.catch((cause: Error) => {
    throw new OperatorError(`The pooler at DATABASE_URL cannot be used: ${cause.message}`, { cause })
  })
  if (row.limit > 0 && row.limit <= timeouts.statement_timeout) return
  throw new OperatorError(
    "The pooler at DATABASE_URL sets no time limit for statements: add connect_query='set statement_timeout = 5000; set lock_timeout = 4000' to its line of the database, and restart it; without a pooler, remove DATABASE_LISTEN_URL",
  )
}

/** Returns its version. Throws OperatorError for a server that refuses the connection or is older than Postgres 15. */
export async function checkServer(sql: postgres.Sql): Promise<string> {
  const [row] = await sql<[{ major: number; version: string }]>`
    select
      current_setting('server_version_num')::integer / 10000 as major,
      split_part(current_setting('server_version'), ' ', 1) as version
  `.catch((cause: Error) => {
    // What PgBouncer says first. Its manual's answer, `ignore_startup_parameters`, would only hide the fault.
    if (cause.message.startsWith('unsupported startup parameter'))
      throw new OperatorError(`${poolerSentence} (${cause.message})`, { cause })
    throw new OperatorError(`The database cannot be used: ${cause.message}`, { cause })
  })
  if (row.major < oldestMajor) {
    throw new OperatorError(
      `The database is Postgres ${row.version}; version ${oldestMajor} or later is required`,
    )
  }
  return row.version
}

export async function ping(sql: postgres.ISql): Promise<void> {
  await sql`select 1`
}

/** Connections of all processes of the site to this database, by state. */
export async function countConnections(sql: postgres.ISql): Promise<{ state: string; count: number }[]> {
  return sql`
    select state, count(*)::int as count
    from pg_stat_activity
    where application_name = 'founderlist' and datname = current_database() and state is not null
    group by state
  `
}

/** Seconds by which the clock of the database is ahead of this process's. */
export async function compareClocks(sql: postgres.ISql): Promise<number> {
  const before = Date.now()
  const [row] = await sql<[{ now: Date }]>`select clock_timestamp() as now`
  return (row.now.getTime() - (before + Date.now()) / 2) / 1_000
}

export async function hasTrigrams(sql: postgres.ISql): Promise<boolean> {
  return (await sql`select from pg_extension where extname = 'pg_trgm'`).length > 0
}

const undone = Symbol('undone')

/** Throws if nothing can be written. 2 ms; the space is reused after the next vacuum, so each call needs a new page. */
export async function probeWrite(sql: postgres.Sql): Promise<void> {
  const writing = sql.begin(async (transaction) => {
    await transaction`insert into write_probes (filler) values (${'x'.repeat(7_000)})`
    throw undone
  })
  await writing.catch((error: unknown) => {
    if (error !== undone) throw error
  })
}

type Variables = Pick<Environment, 'DATABASE_URL' | 'DATABASE_LISTEN_URL' | 'DATA_DIR' | 'POSTGRES_BIN'>

/** The Postgres at DATABASE_LISTEN_URL or DATABASE_URL, or else the embedded one. Disposing stops the embedded one. */
export async function openPostgres(
  { DATABASE_URL, DATABASE_LISTEN_URL = DATABASE_URL, DATA_DIR, POSTGRES_BIN: binFolder }: Variables,
  log: (line: string) => void,
): Promise<{ url: string } & AsyncDisposable> {
  if (DATABASE_LISTEN_URL !== undefined)
    return { url: DATABASE_LISTEN_URL, [Symbol.asyncDispose]: async () => {} }
  const folder = join(resolve(DATA_DIR), 'postgres')
  log(`Starting the database in ${folder}…`)
  const server = await startEmbeddedPostgres({ folder, binFolder, log })
  return { url: server.url, [Symbol.asyncDispose]: () => server.stop() }
}

/** The pool of the site, through the pooler if there is one. `url`: the database itself. */
export function openPool({ DATABASE_URL, DATABASE_LISTEN_URL }: Variables, url: string) {
  const isPooled = DATABASE_URL !== undefined && DATABASE_LISTEN_URL !== undefined
  return openDatabase(isPooled ? DATABASE_URL : url, { isPooled })
}

/** `openPostgres` for short-lived commands: uses the embedded Postgres of a running server if there is one. */
export async function findPostgres(variables: Variables, log: (line: string) => void) {
  const running = await findEmbeddedPostgres(join(resolve(variables.DATA_DIR), 'postgres'))
  return openPostgres({ ...variables, DATABASE_URL: variables.DATABASE_URL ?? running }, log)
}
