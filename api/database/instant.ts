import type { ISql } from 'postgres'

/** ISO 8601 in UTC. */
export function isoInstant(sql: ISql, column: string) {
  return sql`to_char(${sql(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
