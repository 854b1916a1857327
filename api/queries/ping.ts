import type { ISql } from 'postgres'

/** Resolves when the database answers. */
export async function ping(sql: ISql): Promise<void> {
  await sql`select 1`
}
