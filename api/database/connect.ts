import postgres from 'postgres'
import type { watchSocket } from './watched-socket.ts'

/** With options that postgres.js takes and that are missing from its types. */
export type ConnectOptions = postgres.Options<{}> & {
  onnotify?: (channel: string, payload: string) => void
  socket?: ReturnType<typeof watchSocket>
}

/** Parameters of libpq that hosts put into their addresses, and that would be sent on to the server likewise. */
const unknownToPostgresJs = ['channel_binding', 'gssencmode']

/**
 * A client of the database at this address. A socket is named as libpq has it, `postgres://user@localhost/name?host=/folder`:
 * postgres.js (3.4.9) would send `host` on to the server as a setting, which refuses it.
 */
export function connect(address: string, options: ConnectOptions = {}) {
  const url = new URL(address)
  const host = url.searchParams.get('host')
  for (const name of ['host', ...unknownToPostgresJs]) url.searchParams.delete(name)
  return postgres(url.href, host ? { ...options, host } : options)
}
