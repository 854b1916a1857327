import type { ISql, TransactionSql } from 'postgres'
import { maxChanged, type NewReport } from '#domain/moderation/desk.ts'
import type { ReportReason } from '#domain/moderation/reasons.ts'
import { isoInstant } from '../database/fragments.ts'
import type { Network } from './networks.ts'

export type ReportTarget = { type: 'listing' | 'event'; id: string }

/** Serializes the reports of one target, so that exactly one of them reaches the limit. */
export async function lockReports(sql: TransactionSql, { id }: ReportTarget): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 4210007))`
}

/**
 * One per target and narrowest network: false for a repeated one, also under a former key of the pseudonyms. Weighs
 * less the more reports of the widest network were rejected. After `lockReports`.
 */
export async function insertReport(
  sql: ISql,
  { type, id }: ReportTarget,
  networks: Network[],
  { reason, text }: NewReport,
): Promise<boolean> {
  const [own = [], wide = []] = [networks[0]?.pseudonyms, networks.at(-1)?.pseudonyms]
  const { count } = await sql`
    insert into reports (target, target_type, network, wide_network, reason, note, weight)
    select
      ${id},
      ${type},
      ${own[0] ?? ''},
      coalesce(
        (select wide_network from reports where target = ${id} and wide_network = any (${wide}::text[]) limit 1),
        ${wide[0] ?? ''}
      ),
      ${reason},
      ${text},
      1.0 / (1 + (select count(*) from reports where wide_network = any (${wide}::text[]) and verdict = 'rejected'))
    where not exists (select from reports where target = ${id} and network = any (${own}::text[]))
  `
  return count > 0
}

/** Total weight and most frequent reason of the undecided reports. Those of one wide network weigh as much as one. */
export async function weighReports(sql: ISql, id: string) {
  const [row] = await sql<[{ weight: number; reason: ReportReason | null }]>`
    with undecided as (select * from reports where target = ${id} and verdict is null)
    select
      (
        select coalesce(sum(heaviest), 0)::float8
        from (select max(weight) as heaviest from undecided group by wide_network) as by_network
      ) as weight,
      (select mode() within group (order by reason) from undecided) as reason
  `
  return row
}

type ReportDecision = {
  verdict: 'upheld' | 'rejected'
  /** The id of its row in `moderation_log`. */
  decision: string
  /** Only reports of the wide networks that have reported this listing. */
  reporterOf?: string | undefined
}

export async function decideReports(
  sql: ISql,
  id: string,
  { verdict, decision, reporterOf }: ReportDecision,
): Promise<void> {
  const isOfThem = reporterOf === undefined ? sql`` : sql`and wide_network in (${reporters(sql, reporterOf)})`
  await sql`
    update reports
    set verdict = ${verdict}, decision = ${decision}::bigint
    where target = ${id} and verdict is null ${isOfThem}
  `
}

export async function reopenReports(sql: ISql, id: string, decision: string): Promise<void> {
  await sql`
    update reports
    set verdict = null, decision = null
    where target = ${id} and decision = ${decision}::bigint
  `
}

/** Listings that the networks which reported `id` have reported, undecided, and that are shown or that reports hid. */
export async function listReportedBySame(sql: ISql, id: string): Promise<string[]> {
  const rows = await sql<Array<{ target: string }>>`
    select distinct target
    from reports
    join all_listings on all_listings.id = target
    where target_type = 'listing'
      and verdict is null
      and wide_network in (${reporters(sql, id)})
      and (state = 'shown' or state = 'hidden' and withheld_by = 'reports')
    limit ${maxChanged}
  `
  return rows.map(({ target }) => target)
}

function reporters(sql: ISql, id: string) {
  return sql`select wide_network from reports where target = ${id}`
}

export async function deleteReports(sql: ISql, id: string): Promise<void> {
  await sql`delete from reports where target = ${id}`
}

/** A JSON array of the reports on a target, newest first. `target`: a column. */
export function reportsOf(sql: ISql, target: string) {
  return sql`(
    select coalesce(json_agg(json_build_object(
      'reason', reports.reason,
      'text', note,
      'reportedAt', ${isoInstant(sql, 'reported_at')},
      'isRejected', coalesce(verdict = 'rejected', false)
    ) order by reports.id desc), '[]')
    from reports
    where reports.target = ${sql(target)}
  )`
}

/**
 * Listings that reports may hide within an hour. More look like an attack: from then on reported listings are only
 * listed on the desk, until the hour has passed or a moderator resumes.
 */
export const maxHiddenPerHour = 5

/** Serializes automatic hiding, so that simultaneous reports of several listings cannot pass the limit. */
export async function lockHiding(sql: TransactionSql): Promise<void> {
  await sql`select pg_advisory_xact_lock(4210011)`
}

/** When reports may hide listings again, ISO 8601 in UTC. Undefined while they may. */
export async function findHidingPause(sql: ISql): Promise<string | undefined> {
  const [pause] = await sql<Array<{ until: string }>>`
    with recent as (select * from moderation_log where at > now() - interval '1 hour')
    select ${isoInstant(sql, 'until')} as until
    from (
      select at + interval '1 hour' as until
      from recent
      where who = 'reports'
        and what = 'hide'
        and id > coalesce((select max(id) from recent where what = 'resume'), 0)
      order by at desc
      offset ${maxHiddenPerHour - 1}
      limit 1
    ) as last_allowed
  `
  return pause?.until
}
