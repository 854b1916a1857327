import type { ISql } from 'postgres'
import { deleteOldLessons } from './filter/lesson-queries.ts'

/** Deletes ended bans, traces and reports after 30 days, hidden and removed listings 30 days after the last change. */
export async function deleteExpiredData(sql: ISql): Promise<void> {
  await sql`delete from post_traces where posted_at < now() - interval '30 days'`
  await sql`delete from reports where reported_at < now() - interval '30 days'`
  await sql`delete from bans where until < now()`
  await deleteOldLessons(sql)
  await sql`
    with gone as (
      delete from all_listings
      where state in ('hidden', 'removed') and greatest(withheld_at, disputed_at) < now() - interval '30 days'
      returning id, state
    )
    insert into moderation_log (who, what, target, why)
    select 'time', 'delete', id, state || ' for 30 days' from gone
  `
}
