import type { ISql } from 'postgres'
import type { AuditEntry } from '#domain/moderation/desk.ts'
import { isoInstant } from '../database/fragments.ts'

export type LogRow = {
  who: string
  what: string
  target?: string | undefined
  reason?: string | null | undefined
  why?: string | undefined
  /** The values that an undo restores. */
  before?: Record<string, string | null> | undefined
}

/** Returns the id of the row. */
export async function addToLog(sql: ISql, { who, what, target, reason, why = '', before }: LogRow) {
  const [row] = await sql<[{ id: string }]>`
    insert into moderation_log (who, what, target, reason, why, before)
    values (${who}, ${what}, ${target ?? null}, ${reason ?? null}, ${why}, ${before ? JSON.stringify(before) : null}::text::jsonb)
    returning id::text
  `
  return row.id
}

/** Newest first. */
export function listLog(sql: ISql, target: string): Promise<AuditEntry[]> {
  return sql<AuditEntry[]>`
    select id::text, ${isoInstant(sql, 'at')} as at, who, what, reason, why
    from moderation_log
    where target = ${target}
    order by moderation_log.id desc
    limit 100
  `
}

export type MonthlyCount = { month: string; what: string; reason: string | null; count: number }

/** By month in San Francisco (`YYYY-MM`), newest first. Without actions that are undone, automatic or the owner's. */
export function countByMonth(sql: ISql, months: number): Promise<MonthlyCount[]> {
  return sql<MonthlyCount[]>`
    select to_char(at at time zone 'America/Los_Angeles', 'YYYY-MM') as month, what, reason, count(*)::int as count
    from (
      select
        at,
        who,
        what,
        reason,
        before is not null
          and lead(what) over (partition by target, before is not null order by id) = 'undo' as is_undone
      from moderation_log
      where at >= date_trunc('month', now() at time zone 'America/Los_Angeles') at time zone 'America/Los_Angeles'
        - ${months - 1} * interval '1 month'
    ) as logged
    where who not in ('owner', 'time') and is_undone is not true
    group by 1, 2, 3
    order by 1 desc
  `
}
