import postgres from 'postgres'

/**
 * A client of the database at this address. A socket is named as libpq has it, `postgres://user@localhost/name?host=/folder`:
 * postgres.js (3.4.9) would send `host` on to the server as a setting, which refuses it.
 */
export function connect(address: string, options: postgres.Options<{}> = {}) {
  const url = new URL(address)
  const host = url.searchParams.get('host')
  url.searchParams.delete('host')
  return postgres(url.href, host ? { ...options, host } : options)
}
