import postgres from 'postgres'
import { connect } from './connect.ts'
import { openWatchedSocket } from './watched-socket.ts'

/**
 * Opens a pool on a Postgres. Nothing is connected before the first query. A statement takes 5 seconds at most, and a
 * connection whose server does not answer is replaced: for statements that take longer use `connect`.
 * Columns come as camelCase; keys inside JSON columns stay as they are (`postgres.camel` would rewrite those too).
 */
export function openDatabase(url: string, options: Pick<postgres.Options<{}>, 'debug'> = {}) {
  return connect(url, {
    ...options,
    // Two cores keep about five statements busy; ten leaves room for a slow one without crowding a small server.
    max: 10,
    connect_timeout: 2,
    socket: openWatchedSocket,
    idle_timeout: 20,
    // After a lost server the next attempt comes soon, so that the API heals within a second of its return.
    backoff: (attempt: number) => Math.min(0.1 * 2 ** attempt, 1),
    connection: { application_name: 'founderlist', statement_timeout: 5_000, lock_timeout: 4_000 },
    transform: { column: { from: postgres.toCamel } },
    onnotice: () => {},
  })
}

export type Database = ReturnType<typeof openDatabase>
export type Transaction = postgres.TransactionSql
