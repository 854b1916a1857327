import type { ISql, Sql } from 'postgres'
import { OperatorError } from '../runtime/operator.ts'

const oldest = 15

/** Throws OperatorError for a server that refuses the connection or is older than Postgres 15. */
export async function checkServer(sql: Sql): Promise<void> {
  const [row] = await sql<[{ major: number; version: string }]>`
    select
      current_setting('server_version_num')::integer / 10000 as major,
      current_setting('server_version') as version
  `.catch((cause: Error) => {
    throw new OperatorError(`The database cannot be used: ${cause.message}`, { cause })
  })
  if (row.major < oldest) {
    throw new OperatorError(`The database is Postgres ${row.version}; version ${oldest} or later is required`)
  }
}

export async function ping(sql: ISql): Promise<void> {
  await sql`select 1`
}
