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

/** An earlier post that may be similar. `isToday`: within the last 24 hours. */
export type SimilarPost = {
  signature: number[]
  isToday: boolean
  wasRemoved: boolean
  isWithheld: boolean
}

export type PostHistory = {
  /** The newest 50 that share a band with the post. */
  earlier: SimilarPost[]
  isContactRemoved: boolean
  isContactWithheld: boolean
  isNetworkRemoved: boolean
  isNetworkKnown: boolean
  /** Kinds of bans that match the post. */
  bans: Array<'contact' | 'network'>
  phrases: string[]
}

type HistoryQuery = {
  networks: string[]
  contacts: string[]
  bands: number[]
  /** Exclude the post itself when it is sent again (`key`) or edited (`id`). */
  key?: Buffer | undefined
  id?: string | undefined
}

/** One statement, since every post waits for it. */
export async function readPostHistory(
  sql: ISql,
  { networks, contacts, bands, key, id }: HistoryQuery,
): Promise<PostHistory> {
  const [found] = await sql<[PostHistory]>`
    with own as (
      select id from listings where post_key_hash = ${key ?? null}
      union all
      select id from withheld_listings where post_key_hash = ${key ?? null}
      union all
      select ${id ?? null}::uuid where ${id ?? null}::uuid is not null
    ),
    others as (
      select * from post_traces where listing_id not in (select id from own)
    )
    select
      coalesce(
        (
          select json_agg(like_it)
          from (
            select
              signature,
              posted_at > now() - interval '1 day' as "isToday",
              was_removed as "wasRemoved",
              exists (select from withheld_listings as w where w.id = listing_id and ${isSuspicious(sql)}) as "isWithheld"
            from others
            where bands && ${bands}::integer[]
            order by posted_at desc
            limit 50
          ) as like_it
        ),
        '[]'
      ) as earlier,
      exists (select from others where contacts && ${contacts}::text[] and was_removed) as is_contact_removed,
      exists (
        select from others
        join withheld_listings as w on w.id = listing_id
        where contacts && ${contacts}::text[] and ${isSuspicious(sql)}
      ) as is_contact_withheld,
      exists (select from others where network = any (${networks}::text[]) and was_removed) as is_network_removed,
      exists (select from others where network = any (${networks}::text[])) as is_network_known,
      coalesce(
        (
          select json_agg(distinct kind)
          from bans
          where coalesce(until, 'infinity') > now()
            and (
              kind = 'contact' and value = any (${contacts}::text[])
              or kind = 'network' and value = any (${networks}::text[])
            )
        ),
        '[]'
      ) as bans,
      coalesce((select json_agg(value) from bans where kind = 'phrase'), '[]') as phrases
  `
  return found
}

/** Not a listing that was held only because very many were posted at that time. */
function isSuspicious(sql: ISql) {
  return sql`(w.state <> 'removed' and w.withheld_by <> 'limit')`
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
