import { randomBytes } from 'node:crypto'
import type { Sql } from 'postgres'
import { OperatorError } from '../runtime/operator.ts'

/**
 * A new database on the same server; disposing deletes it. Also deletes those that killed processes left. Throws
 * OperatorError if the role may not create databases.
 */
export async function createScratchDatabase(
  sql: Sql,
  url: string,
): Promise<{ url: string } & AsyncDisposable> {
  type Own = { name: string; role: string }
  const [own] = await sql<[Own]>`select current_database() as name, current_user as role`
  const prefix = `${own.name.slice(0, 40)}_proof_`
  const left = await sql<Array<{ name: string }>>`
    select datname as name from pg_database
    where starts_with(datname, ${prefix})
      and not exists (select from pg_stat_activity as a where a.datname = pg_database.datname)
  `
  for (const { name } of left) await sql`drop database if exists ${sql(name)}`
  const name = prefix + randomBytes(4).toString('hex')
  await sql`create database ${sql(name)}`.catch((cause: Error & { code?: string }) => {
    if (cause.code !== '42501') throw cause
    throw new OperatorError(
      `The role ${own.role} may not create the database in which a backup is proven: run \`alter role "${own.role}" createdb\` as a superuser`,
      { cause },
    )
  })
  const address = new URL(url)
  address.pathname = `/${name}`
  return {
    url: address.href,
    [Symbol.asyncDispose]: async () => void (await sql`drop database if exists ${sql(name)}`),
  }
}
