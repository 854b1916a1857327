import type { ISql, TransactionSql } from 'postgres'

/** Rate limits per network and hour. `post_listing` (migration 0013) also counts posts, under the same lock. */
const limits = {
  posts: { table: 'accepted_posts', instant: 'accepted_at', lock: 4_210_002 },
  edits: { table: 'accepted_edits', instant: 'accepted_at', lock: 4_210_004 },
  calendars: { table: 'calendar_changes', instant: 'accepted_at', lock: 4_210_009 },
  contacts: { table: 'contact_views', instant: 'viewed_at', lock: 4_210_008 },
  wrongTokens: { table: 'wrong_tokens', instant: 'sent_at', lock: 4_210_003 },
} as const

export type LimitName = keyof typeof limits
export type RateLimit = { network: string; perHour: number }

/** Serializes the transactions of one network, so that a burst cannot pass the limit. */
export async function lockNetwork(sql: TransactionSql, limit: LimitName, network: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${network}, ${limits[limit].lock}))`
}

/** Seconds until the limit allows another request of the network, 0 if it does now. */
export async function findRetryDelay(
  sql: ISql,
  limit: LimitName,
  { network, perHour }: RateLimit,
): Promise<number> {
  const { table, instant } = limits[limit]
  // The limit is reached while the `perHour`-th newest row is less than an hour old.
  const [blocking] = await sql<Array<{ seconds: number }>>`
    select ceil(extract(epoch from ${sql(instant)} + interval '1 hour' - clock_timestamp()))::integer as seconds
    from ${sql(table)}
    where network = ${network}
      and ${sql(instant)} > clock_timestamp() - interval '1 hour'
    order by ${sql(instant)} desc
    offset ${perHour - 1}
    limit 1
  `
  return blocking ? Math.max(blocking.seconds, 1) : 0
}

/** Counts one request if the limit allows it. Needs the network's lock; a rollback undoes it. Returns the wait. */
export async function countRequest(
  sql: TransactionSql,
  limit: LimitName,
  rateLimit: RateLimit,
): Promise<number> {
  const { table, instant } = limits[limit]
  const seconds = await findRetryDelay(sql, limit, rateLimit)
  if (seconds > 0) return seconds
  await sql`
    insert into ${sql(table)} (network, ${sql(instant)})
    values (${rateLimit.network}, clock_timestamp())
  `
  return 0
}

export async function deleteExpiredRequests(sql: ISql, limit: LimitName): Promise<void> {
  const { table, instant } = limits[limit]
  await sql`
    delete from ${sql(table)}
    where ${sql(instant)} < now() - interval '1 hour'
  `
}

/** Accepted posts of all networks within the hour. */
export async function countRecentPosts(sql: ISql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from accepted_posts
    where accepted_at > now() - interval '1 hour'
  `
  return row.count
}
