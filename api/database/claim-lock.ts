import { connect } from './connect.ts'
import { openWatchedSocket } from './watched-socket.ts'

/**
 * Holds an advisory lock until it is disposed of; undefined while another process holds it. The lock has its own
 * connection and is lost with it. Not `reserve` of postgres.js (3.4.9), which returns a lost connection to the pool.
 */
export async function claimLock(url: string, key: number): Promise<AsyncDisposable | undefined> {
  const client = connect(url, {
    max: 1,
    max_lifetime: null,
    idle_timeout: 0,
    connect_timeout: 10,
    socket: openWatchedSocket,
    fetch_types: false,
    connection: { application_name: 'founderlist lock', statement_timeout: 5_000 },
    onnotice: () => {},
  })
  await using opened = new AsyncDisposableStack()
  opened.defer(() => client.end({ timeout: 0 }))
  const [row] = await client<Array<{ claimed: boolean }>>`select pg_try_advisory_lock(${key}) as claimed`
  if (!row?.claimed) return undefined
  // Else the server would free it only when it notices the closed connection.
  opened.defer(async () => void (await client`select pg_advisory_unlock(${key})`.catch(() => {})))
  return opened.move()
}
