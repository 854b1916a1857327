import postgres from 'postgres'
import { connect, type ConnectOptions } from './connect.ts'
import { openWatchedSocket } from './watched-socket.ts'

/**
 * A pool that connects with the first query. Statements may take 5 seconds; for longer ones use `connect`. Columns are
 * camelCase, keys inside JSON columns are unchanged (`postgres.camel` would rewrite those too).
 */
export function openDatabase(
  url: string,
  { socket = openWatchedSocket, ...options }: Pick<ConnectOptions, 'debug' | 'socket'> = {},
) {
  return connect(url, {
    ...options,
    // Two cores keep about five statements busy; ten leaves room for a slow one without crowding a small server.
    max: 10,
    connect_timeout: 2,
    socket,
    idle_timeout: 20,
    // The API recovers within a second of the server's return.
    backoff: (attempt: number) => Math.min(0.1 * 2 ** attempt, 1),
    connection: {
      application_name: 'founderlist',
      statement_timeout: 5_000,
      lock_timeout: 4_000,
      client_min_messages: 'warning',
    },
    transform: { column: { from: postgres.toCamel } },
    onnotice: () => {},
  })
}

export type Database = ReturnType<typeof openDatabase>
export type Transaction = postgres.TransactionSql
