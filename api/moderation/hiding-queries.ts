import type { ISql, TransactionSql } from 'postgres'
import { isoInstant } from '../database/instant.ts'

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
