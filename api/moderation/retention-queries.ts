import type { ISql } from 'postgres'

/** Deletes ended bans, traces and reports after 30 days, hidden and removed listings 30 days after the last change. */
export async function deleteExpiredData(sql: ISql): Promise<void> {
  await sql`delete from post_traces where posted_at < now() - interval '30 days'`
  await sql`delete from reports where reported_at < now() - interval '30 days'`
  await sql`delete from bans where until < now()`
  await sql`
    with gone as (
      delete from withheld_listings
      where state <> 'held' and greatest(withheld_at, disputed_at) < now() - interval '30 days'
      returning id, state
    )
    insert into moderation_log (who, what, target, why)
    select 'time', 'delete', id, state || ' for 30 days' from gone
  `
}
