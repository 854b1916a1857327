import type { ISql } from 'postgres'
import type { Database } from '../database/open.ts'

/** Makes `key` the current one if the last is 30 days old. Deletes keys after 60 days: no stored data uses them. */
export async function ensurePseudonymKey(sql: Database, key: Buffer): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(4210006)`
    await transaction`
      insert into pseudonym_keys (key)
      select ${key}
      where not exists (select from pseudonym_keys where made_at > now() - interval '30 days')
    `
    await transaction`delete from pseudonym_keys where made_at < now() - interval '60 days'`
  })
}

/** Newest first. */
export async function listPseudonymKeys(sql: ISql): Promise<Buffer[]> {
  const rows = await sql<Array<{ key: Buffer }>>`select key from pseudonym_keys order by id desc`
  return rows.map(({ key }) => key)
}
