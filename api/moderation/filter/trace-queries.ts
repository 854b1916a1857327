import type { ISql } from 'postgres'
import type { Signal } from '#domain/moderation/desk.ts'

/** Stored for each post, for 30 days. Networks and contacts are pseudonyms. */
export type PostTrace = {
  network: string
  contacts: string[]
  signature: number[]
  bands: number[]
  score: number
  signals: Signal[]
}

export type PostHistory = {
  /** The newest 50 that share a band with the post. `isToday`: within the last 24 hours. */
  earlier: Array<{ signature: number[]; isToday: boolean; wasRemoved: boolean; isWithheld: boolean }>
  isContactRemoved: boolean
  isContactWithheld: boolean
  isNetworkRemoved: boolean
  /** Kinds of bans that match the post. */
  bans: Array<'contact' | 'network'>
  phrases: string[]
}

export type HistoryQuery = {
  networks: string[]
  contacts: string[]
  bands: number[]
  /** Exclude the post itself when it is sent again (`key`) or edited (`id`). */
  key?: Buffer | undefined
  id?: string | undefined
}

/**
 * One statement for all posts that wait. Each part reads an index by itself: a common table expression for all parts would
 * be materialized, and copy the traces of 30 days.
 */
export async function readPostHistories(sql: ISql, queries: HistoryQuery[]): Promise<PostHistory[]> {
  const asked = queries.map(({ key, ...query }) => ({ ...query, key: key && `\\x${key.toString('hex')}` }))
  const isWithheld = sql`exists (
    select from all_listings as w
    where w.id = listing_id and w.state in ('held', 'hidden') and w.withheld_by <> 'limit'
  )`
  const isOther = sql`listing_id <> all (own.ids)`
  return sql<PostHistory[]>`
    select
      coalesce(earlier, '[]') as earlier,
      coalesce(with_contact.is_removed, false) as is_contact_removed,
      coalesce(with_contact.is_withheld, false) as is_contact_withheld,
      coalesce(from_network.is_removed, false) as is_network_removed,
      coalesce(bans, '[]') as bans,
      coalesce(phrases, '[]') as phrases
    from rows from (
      jsonb_to_recordset(${JSON.stringify(asked)}::text::jsonb)
        as (networks text[], contacts text[], bands integer[], key bytea, id uuid)
    ) with ordinality as asked (networks, contacts, bands, key, id, number)
    cross join lateral (
      select array(
        select id from all_listings where post_key_hash = asked.key
        union all
        select asked.id where asked.id is not null
      ) as ids
      offset 0 -- Once per post, not per trace.
    ) as own
    cross join lateral (
      select json_agg(alike) as earlier
      from (
        select
          signature,
          posted_at > now() - interval '1 day' as "isToday",
          was_removed as "wasRemoved",
          ${isWithheld} as "isWithheld"
        -- offset 0: first find all by their bands, then sort; otherwise all traces might be read from the newest on.
        from (select * from post_traces where post_traces.bands && asked.bands and ${isOther} offset 0) as traces
        order by posted_at desc
        limit 50
      ) as alike
    ) as alike
    cross join lateral (
      select bool_or(was_removed) as is_removed, bool_or(${isWithheld}) as is_withheld
      from post_traces
      where post_traces.contacts && asked.contacts and ${isOther}
    ) as with_contact
    cross join lateral (
      select bool_or(was_removed) as is_removed
      from post_traces
      where network = any (asked.networks) and ${isOther}
    ) as from_network
    cross join lateral (
      select
        json_agg(distinct kind) filter (where kind <> 'phrase') as bans,
        json_agg(value) filter (where kind = 'phrase') as phrases
      from bans
      where kind = 'phrase'
        or coalesce(until, 'infinity') > now()
          and (
            kind = 'contact' and value = any (asked.contacts)
            or kind = 'network' and value = any (asked.networks)
          )
    ) as banned
    order by number
  `
}

/** For an edited listing. Keeps the time of its post. */
export async function replaceTrace(sql: ISql, id: string, trace: PostTrace): Promise<void> {
  await sql`
    insert into post_traces (listing_id, network, contacts, signature, bands, score, signals)
    values (
      ${id}, ${trace.network}, ${trace.contacts}::text[], ${trace.signature}::integer[], ${trace.bands}::integer[],
      ${trace.score}, ${JSON.stringify(trace.signals)}::text::jsonb
    )
    on conflict (listing_id) do update
    set
      network = excluded.network,
      contacts = excluded.contacts,
      signature = excluded.signature,
      bands = excluded.bands,
      score = excluded.score,
      signals = excluded.signals
  `
}

export async function deleteTrace(sql: ISql, id: string): Promise<void> {
  await sql`delete from post_traces where listing_id = ${id} and not was_removed`
}

export async function markRemoved(sql: ISql, id: string, wasRemoved: boolean): Promise<void> {
  await sql`update post_traces set was_removed = ${wasRemoved} where listing_id = ${id}`
}
