import type { ISql, TransactionSql } from 'postgres'

/**
 * Claims one post within the hour for a network, in the transaction that stores the post: a post that is rolled
 * back was never counted. Posts of one network wait for each other here, so that a burst cannot pass the limit.
 * Answers 0, or the seconds until the network may post again.
 */
export async function claimPost(
  sql: TransactionSql,
  { network, perHour }: { network: string; perHour: number },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${network}, 4210002))`
  // The earliest of the newest `perHour` posts within the hour: the limit is met while it is there.
  const [blocking] = await sql<Array<{ seconds: number }>>`
    select ceil(extract(epoch from accepted_at + interval '1 hour' - clock_timestamp()))::integer as seconds
    from accepted_posts
    where network = ${network}
      and accepted_at > clock_timestamp() - interval '1 hour'
    order by accepted_at desc
    offset ${perHour - 1}
    limit 1
  `
  if (blocking) return Math.max(blocking.seconds, 1)
  await sql`
    insert into accepted_posts (network, accepted_at)
    values (${network}, clock_timestamp())
  `
  return 0
}

/** Forgets the posts that no limit counts any more. */
export async function deleteAgedPosts(sql: ISql): Promise<void> {
  await sql`
    delete from accepted_posts
    where accepted_at < now() - interval '1 hour'
  `
}
