import type { ISql } from 'postgres'

export async function ping(sql: ISql): Promise<void> {
  await sql`select 1`
}
