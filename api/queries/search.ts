import type { ISql } from 'postgres'
import type { ListingLocation } from '#domain/catalogue.ts'
import { earliest, millisecondsLeft } from './listings.ts'

/** Texts for `to_tsquery`, one per word: as written, and stemmed as English. */
type Words = Array<{ asWritten: string; inEnglish: string }>

export type Sought = {
  form: string
  exact: Words
  near: Words
}

export type Found = { id: string; title: string; date: string; location: string }

/** Newest listings that are read one by one, and rows of an index that are ranked. */
const looked = 1_000

/**
 * Order: title equals the query, begins with it, has its words; other listings with the words; near words; each newest
 * first. Common words are looked for in the newest listings, rare ones by index: ranking thousands is slow, and the
 * planner would read the table. `isRare` chooses which is tried first and changes the time only, not the answer.
 */
export async function searchListings(
  sql: ISql,
  sought: Sought,
  { city, limit, isRare }: { city: ListingLocation | undefined; limit: number; isRare: boolean },
): Promise<{ found: Found[]; until: number | undefined }> {
  const askedAt = Date.now()
  const ofCity = city === undefined ? sql`` : sql`and location = ${city}`
  const inIndex = city === undefined ? sql`` : sql`and search @@ ${`'@${city.toLowerCase()}'`}::tsquery`
  const columns = sql`id, title, location, created_at, expires_at, ${rank(sql)} as rank`
  const newest = sql`newest as materialized (
      select *
      from (
        select id, title, location, created_at, expires_at, title_form, search
        from listings
        where title_form >= '' and ${isShown(sql)} ${ofCity} -- The first is what its index says.
        order by created_at desc, id desc
        limit ${looked}
      ) as latest
      where search @@ (select near from asked)
        ${isRare ? sql`and (select count(*) from indexed) > ${looked}` : sql``}
    )`
  const indexed = sql`indexed as materialized (
      select id, title, location, created_at, expires_at, title_form, search
      from listings
      where search @@ (select near from asked) ${inIndex}
        and ${isShown(sql)}
        ${isRare ? sql`` : sql`and (select count(*) from newest) < ${limit}`}
      limit ${looked + 1}
    )`
  const rows = await sql<Array<Found & { expiresIn: number | null }>>`
    with asked as materialized (${askedFor(sql, sought)}),
    ${isRare ? sql`${indexed}, ${newest}` : sql`${newest}, ${indexed}`},
    titled as (
      select ${columns}
      from listings
      where title_form >= ${sought.form} and title_form < ${`${sought.form}\u{10ffff}`}
        and ${isShown(sql)} ${ofCity}
      order by title_form, created_at desc
      limit ${limit * 10}
    )
    select id, title, ${isoInstant(sql, 'created_at')} as date, location, ${millisecondsLeft(sql)} as expires_in
    from (
      select ${columns} from newest
      union select ${columns} from indexed where (select count(*) from newest) < ${limit}
      union select * from titled
    ) as found
    order by rank, found.created_at desc, id
    limit ${limit}
  `
  return {
    found: rows.map(({ expiresIn: _, ...found }) => found),
    until: earliest(
      askedAt,
      rows.map(({ expiresIn }) => expiresIn),
    ),
  }
}

/** Upcoming events (from `since`) first. For very common words only those nearest in time are ranked. */
export async function searchEvents(
  sql: ISql,
  sought: Sought,
  { since, limit }: { since: Date; limit: number },
): Promise<Found[]> {
  const matching = sql`select id, title, location, date, title_form, search from events where search @@ (select near from asked)`
  return sql<Found[]>`
    with asked as materialized (${askedFor(sql, sought)})
    select id, title, ${isoInstant(sql, 'date')} as date, location
    from (
      (${matching} and date >= ${since} and date < '10000-01-01Z' order by date limit ${looked})
      union all
      (${matching} and date < ${since} and date >= '0001-01-02Z' order by date desc limit ${looked})
    ) as found
    order by found.date < ${since}, ${rank(sql)}, abs(extract(epoch from found.date - ${since})), id
    limit ${limit}
  `
}

/** Stored words that look like each word, or equal one of its variants. */
export async function listLikeWords(
  sql: ISql,
  words: Array<{ word: string; variants: string[] }>,
): Promise<Map<string, string[]>> {
  const rows = await sql<Array<{ sought: string; like: string[] }>>`
    select sought.word as sought, array_agg(written.word) as like
    from jsonb_to_recordset(${sql.json(words)}) as sought(word text, variants text[])
    cross join lateral (
      (
        select word
        from search_words
        where word % sought.word
        order by similarity(word, sought.word) desc
        limit 40
      )
      union
      select word from search_words where word = any (sought.variants)
    ) as written
    group by sought.word
  `
  return new Map(rows.map(({ sought, like }) => [sought, like]))
}

function isShown(sql: ISql) {
  return sql`coalesce(expires_at, 'infinity') > now()`
}

/** One row: the form, and both queries as `tsquery`, null without a word that Postgres searches for. */
function askedFor(sql: ISql, { form, exact, near }: Sought) {
  return sql`select ${form} as form, ${queryOf(sql, exact)} as exact, ${queryOf(sql, near)} as near`
}

function queryOf(sql: ISql, words: Words) {
  return sql`(
    select string_agg('(' || (as_written || in_english)::text || ')', ' & ')::tsquery
    from (
      select to_tsquery('simple', "asWritten") as as_written, to_tsquery('english', "inEnglish") as in_english
      from jsonb_to_recordset(${sql.json(words)}) as word("asWritten" text, "inEnglish" text)
    ) as words
    where numnode(as_written || in_english) > 0
  )`
}

/** Smaller is better. */
function rank(sql: ISql) {
  return sql`case
    when title_form = (select form from asked) then 0
    when starts_with(title_form, (select form from asked)) then 1
    when ts_filter(search, '{a}') @@ (select exact from asked) then 2
    when search @@ (select exact from asked) then 3
    when ts_filter(search, '{a}') @@ (select near from asked) then 4
    else 5
  end`
}

/** ISO 8601 in UTC. */
function isoInstant(sql: ISql, column: 'created_at' | 'date') {
  return sql`to_char(${sql(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
