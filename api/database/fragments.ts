import type { ISql } from 'postgres'

/** ISO 8601 in UTC. */
export function isoInstant(sql: ISql, column: string) {
  return sql`to_char(${sql(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** Inlined: with a bind parameter Postgres would plan the statement again for each call. */
export function literal(sql: ISql, count: number) {
  return sql.unsafe(String(count))
}

export function limitTo(sql: ISql, count: number) {
  return sql.unsafe(`limit ${count}`)
}
