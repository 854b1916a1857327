import type { ISql } from 'postgres'
import type { Database, Transaction } from '../database/open.ts'
import { isShown } from '../listings/queries.ts'

/** Queues the next words for a check. Returns the last of them; undefined if there are no more. */
export async function queueWordsAfter(sql: ISql, word: string, limit: number): Promise<string | undefined> {
  const rows = await sql<Array<{ word: string }>>`
    insert into left_words
    select word from search_words where word > ${word} order by word limit ${limit}
    returning word
  `
  return rows.at(-1)?.word
}

export type CommonWord = { word: string; listings: number }

/** Words of at least `least` listings, by the statistics of the last `analyze`: none before the first one. */
export async function listCommonWords(sql: ISql, least: number): Promise<CommonWord[]> {
  return sql<CommonWord[]>`
    select word, listings
    from
      pg_stats,
      unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (word, share),
      lateral (select share * reltuples as listings from pg_class where oid = 'all_listings'::regclass) as counted
    where schemaname = current_schema()
      and tablename = 'all_listings'
      and attname = 'search'
      and listings >= ${least}
      and word is not null
  `
}

/** The given words, without spaces, that occur in some listing or event. */
export async function listKnownWords(sql: ISql, words: string[]): Promise<string[]> {
  const rows = await sql<Array<{ word: string }>>`
    select word from search_words where word = any (string_to_array(${words.join(' ')}, ' '))
  `
  return rows.map(({ word }) => word)
}

/** Stored words that are similar to any of the given words, by trigrams. */
export async function listSimilarWords(sql: ISql, words: string[]): Promise<string[]> {
  const rows = await sql<Array<{ word: string }>>`
    select written.word
    from unnest(${words}::text[]) as sought(word)
    cross join lateral (
      select word
      from search_words
      where word % sought.word
      order by similarity(word, sought.word) desc
      limit 40
    ) as written
  `
  return rows.map(({ word }) => word)
}

/**
 * Checks at most `limit` queued words and deletes unused ones. Returns how many it checked. A listing posted meanwhile may
 * lose its spelling candidates until it is edited.
 */
export function pruneQueuedWords(sql: Database, limit: number): Promise<number> {
  return sql.begin(async (transaction) => {
    const rows = await transaction<Array<{ word: string }>>`
      delete from left_words
      where ctid = any (array(select ctid from left_words limit ${limit} for update skip locked))
      returning word
    `
    await deleteUnused(transaction, [...new Set(rows.map(({ word }) => word))])
    return rows.length
  })
}

async function deleteUnused(sql: Transaction, words: string[]): Promise<void> {
  if (words.length === 0) return
  // The planner cannot estimate the word and would read the whole table.
  await sql`set local enable_seqscan = off`
  await sql`set local enable_indexscan = off`
  await sql`
    delete from search_words
    where word = any (${words})
      and (select true from events where search @@ quote_literal(word)::tsquery limit 1) is null
      and (
        select true
        from listings
        where search @@ quote_literal(word)::tsquery
          and ${isShown(sql)}
        limit 1
      ) is null
  `
}
