import type { ISql, TransactionSql } from 'postgres'
import type { Network } from './networks.ts'

/** The kinds of requests that have an hourly limit. `post_listings` counts posts itself, under the same locks. */
export type LimitName =
  'posts' | 'edits' | 'calendars' | 'contacts' | 'reports' | 'wrongTokens' | 'suggestions' | 'readings'
/** Networks are pseudonyms, narrowest first; each may make `times * perHour` requests. */
export type RateLimit = { networks: Pick<Network, 'network' | 'times'>[]; perHour: number }

/** `post_listings` counts a post for this network, too: all networks together. */
export const everyone = [{ network: '*', times: 1 }]

/** Seconds until the limits of all the networks allow another request, 0 if they do now. */
export async function findRetryDelay(sql: ISql, limit: LimitName, rateLimit: RateLimit): Promise<number> {
  const { names, maxima } = toArrays(rateLimit)
  const [wait] = await sql<[{ seconds: number }]>`
    select coalesce(max(greatest(1, ceil(extract(epoch from at + interval '1 hour' - clock_timestamp())))), 0)::integer as seconds
    from unnest(${names}::text[], ${maxima}::integer[]) as counted (network, most)
    cross join find_limiting_request(${limit}, network, most) as at
    where at is not null
  `
  return wait.seconds
}

/**
 * Counts one request if the limits allow it; a rollback undoes it. Returns the wait. Serializes the transactions of each
 * network, so that a burst cannot pass its limit.
 */
export async function countRequest(sql: TransactionSql, limit: LimitName, rateLimit: RateLimit) {
  const { names } = toArrays(rateLimit)
  // In one order, so that no two transactions wait for each other.
  await sql`
    select pg_advisory_xact_lock(key)
    from (
      select hashtextextended(${`${limit} `} || name, 4210002) as key
      from unnest(${names}::text[]) as name
      order by key
    ) as locks
  `
  const seconds = await findRetryDelay(sql, limit, rateLimit)
  if (seconds > 0) return seconds
  await sql`insert into counted_requests (kind, network) select ${limit}, unnest(${names}::text[])`
  return 0
}

/** The networks and the highest number of requests of each, for `unnest`. */
export function toArrays({ networks, perHour }: RateLimit): { names: string[]; maxima: number[] } {
  return {
    names: networks.map(({ network }) => network),
    maxima: networks.map(({ times }) => times * perHour),
  }
}

export async function deleteExpiredRequests(sql: ISql): Promise<void> {
  await sql`delete from counted_requests where at < now() - interval '1 hour'`
}
