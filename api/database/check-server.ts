import type { Sql } from 'postgres'

const oldest = 15

/** A database that the start cannot go on with. */
export class UnusableDatabaseError extends Error {
  override name = 'UnusableDatabaseError'
}

/** Throws UnusableDatabaseError for a server that does not let us in, and for one before Postgres 15. */
export async function checkServer(sql: Sql): Promise<void> {
  const [row] = await sql<[{ major: number; version: string }]>`
    select
      current_setting('server_version_num')::integer / 10000 as major,
      current_setting('server_version') as version
  `.catch((cause: Error) => {
    throw new UnusableDatabaseError(`The database cannot be used: ${cause.message}`, { cause })
  })
  if (row.major < oldest) {
    throw new UnusableDatabaseError(`The database is Postgres ${row.version}; this needs ${oldest} or later`)
  }
}
