import type { ISql, TransactionSql } from 'postgres'
import type { Network } from './networks.ts'

/** Rate limits per network and hour. `post_listing` (migration 0023) also counts posts, under the same lock. */
const limits = {
  posts: { table: 'accepted_posts', instant: 'accepted_at', lock: 4_210_002 },
  edits: { table: 'accepted_edits', instant: 'accepted_at', lock: 4_210_004 },
  calendars: { table: 'calendar_changes', instant: 'accepted_at', lock: 4_210_009 },
  contacts: { table: 'contact_views', instant: 'viewed_at', lock: 4_210_008 },
  reports: { table: 'accepted_reports', instant: 'accepted_at', lock: 4_210_010 },
  wrongTokens: { table: 'wrong_tokens', instant: 'sent_at', lock: 4_210_003 },
} as const

export type LimitName = keyof typeof limits
/** Networks are pseudonyms, narrowest first; each may make `times * perHour` requests. */
export type RateLimit = { networks: Pick<Network, 'network' | 'times'>[]; perHour: number }

/** `post_listing` counts a post for this network, too: all networks together. */
export const everyone = [{ network: '*', times: 1 }]

/** Seconds until the limits of all the networks allow another request, 0 if they do now. */
export async function findRetryDelay(sql: ISql, limit: LimitName, rateLimit: RateLimit): Promise<number> {
  const { table, instant } = limits[limit]
  const { names, maxima } = toArrays(rateLimit)
  // A limit is reached while its `most`-th newest row is less than an hour old.
  const [wait] = await sql<[{ seconds: number }]>`
    select coalesce(max(greatest(1, ceil(extract(epoch from at + interval '1 hour' - clock_timestamp())))), 0)::integer as seconds
    from unnest(${names}::text[], ${maxima}::integer[]) as counted (name, most)
    cross join lateral (
      select ${sql(instant)} as at
      from ${sql(table)}
      where network = name
        and ${sql(instant)} > clock_timestamp() - interval '1 hour'
      order by ${sql(instant)} desc
      offset most - 1
      limit 1
    ) as blocking
  `
  return wait.seconds
}

/**
 * Counts one request if the limits allow it; a rollback undoes it. Returns the wait. Serializes the transactions of the
 * narrowest network, so that a burst cannot pass its limit. Wider networks are not locked: they may pass theirs by as
 * many requests as run at once.
 */
export async function countRequest(
  sql: TransactionSql,
  limit: LimitName,
  rateLimit: RateLimit,
): Promise<number> {
  const { table, instant, lock } = limits[limit]
  await sql`select pg_advisory_xact_lock(hashtextextended(${rateLimit.networks[0]?.network ?? ''}, ${lock}))`
  const seconds = await findRetryDelay(sql, limit, rateLimit)
  if (seconds > 0) return seconds
  await sql`
    insert into ${sql(table)} (network, ${sql(instant)})
    select unnest(${toArrays(rateLimit).names}::text[]), clock_timestamp()
  `
  return 0
}

/** The networks and the highest number of requests of each, for `unnest`. */
export function toArrays({ networks, perHour }: RateLimit): { names: string[]; maxima: number[] } {
  return {
    names: networks.map(({ network }) => network),
    maxima: networks.map(({ times }) => times * perHour),
  }
}

/** Deletes the requests that no longer count. */
export async function deleteExpiredRequests(sql: ISql): Promise<void> {
  for (const { table, instant } of Object.values(limits))
    await sql`delete from ${sql(table)} where ${sql(instant)} < now() - interval '1 hour'`
}
