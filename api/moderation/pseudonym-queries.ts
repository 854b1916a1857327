import type { Database } from '../database/open.ts'

/**
 * Makes `key` the current one if the last is 30 days old. Deletes keys after 60 days: no stored data uses them. Returns all
 * keys, newest first.
 */
export function refreshPseudonymKeys(sql: Database, key: Buffer): Promise<Buffer[]> {
  return sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(4210006)`
    await transaction`
      insert into pseudonym_keys (key)
      select ${key}
      where not exists (select from pseudonym_keys where made_at > now() - interval '30 days')
    `
    await transaction`delete from pseudonym_keys where made_at < now() - interval '60 days'`
    const rows = await transaction<Array<{ key: Buffer }>>`select key from pseudonym_keys order by id desc`
    return rows.map((row) => row.key)
  })
}
