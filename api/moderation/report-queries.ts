import type { ISql, TransactionSql } from 'postgres'
import type { NewReport, Report } from '#domain/moderation/desk.ts'
import type { ReportReason } from '#domain/moderation/reasons.ts'
import { isoInstant } from '../database/instant.ts'

export type ReportTarget = { type: 'listing' | 'event'; id: string }

/** Serializes the reports of one network, so that a burst cannot pass its hourly limit. */
export async function lockReporter(sql: TransactionSql, network: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${network}, 4210010))`
}

/** Serializes the reports of one target, so that exactly one of them reaches the limit. After `lockReporter`. */
export async function lockReports(sql: TransactionSql, { id }: ReportTarget): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 4210007))`
}

/** Reports of a network, given by all its pseudonyms, within the last hour. */
export async function countReports(sql: ISql, networks: string[]): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from reports
    where network = any (${networks}::text[]) and reported_at > now() - interval '1 hour'
  `
  return row.count
}

/**
 * One per network and target: false for a repeated one. Weighs less the more reports of the network were rejected.
 * `networks` are all its pseudonyms, the current one first. After `lockReports`.
 */
export async function insertReport(
  sql: ISql,
  { type, id }: ReportTarget,
  networks: string[],
  { reason, text }: NewReport,
): Promise<boolean> {
  const { count } = await sql`
    insert into reports (target, target_type, network, reason, note, weight)
    select
      ${id},
      ${type},
      ${networks[0] ?? ''},
      ${reason},
      ${text},
      1.0 / (1 + (select count(*) from reports where network = any (${networks}::text[]) and verdict = 'rejected'))
    where not exists (select from reports where target = ${id} and network = any (${networks}::text[]))
  `
  return count > 0
}

/** Total weight and most frequent reason of the undecided reports. */
export async function weighReports(
  sql: ISql,
  id: string,
): Promise<{ weight: number; reason: ReportReason | null }> {
  const [row] = await sql<[{ weight: number; reason: ReportReason | null }]>`
    select coalesce(sum(weight), 0)::float8 as weight, mode() within group (order by reason) as reason
    from reports
    where target = ${id} and verdict is null
  `
  return row
}

export async function decideReports(sql: ISql, id: string, verdict: 'upheld' | 'rejected'): Promise<void> {
  await sql`update reports set verdict = ${verdict} where target = ${id} and verdict is null`
}

/** Undoes the decision. */
export async function reopenReports(sql: ISql, id: string): Promise<void> {
  await sql`update reports set verdict = null where target = ${id}`
}

export async function deleteReports(sql: ISql, id: string): Promise<void> {
  await sql`delete from reports where target = ${id}`
}

export type ReportRow = Report & { target: string }

/** Newest first. */
export function listReports(sql: ISql, targets: string[]): Promise<ReportRow[]> {
  return sql<ReportRow[]>`
    select
      target,
      reason,
      note as text,
      ${isoInstant(sql, 'reported_at')} as reported_at,
      coalesce(verdict = 'rejected', false) as is_rejected
    from reports
    where target = any (${targets}::uuid[])
    order by id desc
  `
}
