import type { ISql } from 'postgres'
import type { ListingLocation } from '#domain/listings/catalogue.ts'
import { millisecondsLeft } from '../listings/queries.ts'

/** Texts for `to_tsquery`, one per word: as written, and stemmed as English. `inTitle` finds a title's words only. */
export type Words = Array<{ asWritten: string; inEnglish: string }>
export type Sought = { anywhere: Words; inTitle: Words }

export type Found = { id: string; title: string; date: string; location: string }
export type FoundListing = Found & { inTitle: boolean; expiresIn: number | null }

type Wanted = { city: ListingLocation | undefined; without?: string[] }

/** Results of each statement: ten, and whether there are more. */
export const wanted = 11

/** Newest listings that are read one by one, and rows of an index that are ranked. */
const looked = 1_000

/** Titles in alphabetical order that are read for a beginning. */
const lookedTitles = 110

/**
 * Listings whose title is `form`, then those whose title begins with it; each newest first. Where many begin with it, the
 * newest are looked for among the newest listings.
 */
export async function listTitled(sql: ISql, form: string, { city }: Wanted): Promise<FoundListing[]> {
  return sql<FoundListing[]>`
    with titled as materialized (
      select id, title, location, created_at, expires_at, title_form
      from listings
      where title_form >= (select ${form})
        and title_form < (select ${`${form}\u{10ffff}`})
        and ${isShown(sql)} ${isIn(sql, city)}
      order by title_form, created_at desc
      ${limit(sql, lookedTitles)}
    )
    select ${columns(sql)}, true as in_title
    from (
      select * from titled
      union
      select id, title, location, created_at, expires_at, title_form
      from ${newest(sql, city)}
      where (select count(*) from titled) = (select ${lookedTitles}::integer) and starts_with(title_form, (select ${form}))
    ) as titled
    order by title_form <> (select ${form}), titled.created_at desc, id desc
    ${limit(sql, wanted)}
  `
}

/** Among the newest listings, the newest first: fast for common words. */
export async function listAmongNewest(
  sql: ISql,
  words: Words,
  { city, without = [] }: Wanted,
): Promise<Array<Omit<FoundListing, 'inTitle'>>> {
  return sql<FoundListing[]>`
    with asked as materialized (select ${queryOf(sql, words)} as words)
    select ${columns(sql)}
    from ${newest(sql, city)}
    where search @@ (select words from asked) and id <> all (${without}::uuid[])
    order by newest.created_at desc, id desc
    ${limit(sql, wanted)}
  `
}

/**
 * By index: fast for rare words. In the title first, each newest first; `isWhole` unless there are too many to rank.
 * The index looks for `rare`; the other words are looked for in the rows that it finds.
 */
export async function listByIndex(
  sql: ISql,
  { anywhere, inTitle, rare }: Sought & { rare: Words },
  { city, without = [] }: Wanted,
): Promise<{ found: FoundListing[]; isWhole: boolean }> {
  const ofCity = city === undefined ? sql`` : sql`and search @@ ${`'@${city.toLowerCase()}'`}::tsquery`
  // The index is not used for what is written as a test of a boolean. Signs that are no word for the parser of this
  // database's locale leave `rare` without any.
  const rows = await sql<Array<FoundListing & { total: number }>>`
    with asked as materialized (${askedFor(sql, { anywhere, inTitle })}, coalesce(${queryOf(sql, rare)}, ${queryOf(sql, anywhere)}) as rare),
    indexed as materialized (
      select id, title, location, created_at, expires_at, search @@ (select in_title from asked) as in_title
      from listings
      where search @@ (select rare from asked)
        and (search @@ (select anywhere from asked)) is true
        ${ofCity}
        and ${isShown(sql)}
      ${limit(sql, looked + 1)}
    )
    select ${columns(sql)}, in_title, (select count(*)::integer from indexed) as total
    from indexed
    where id <> all (${without}::uuid[])
    order by in_title desc, indexed.created_at desc, id desc
    ${limit(sql, wanted)}
  `
  const found = rows.map(({ total: _, ...row }) => row)
  return { found, isWhole: (rows[0]?.total ?? 0) <= looked }
}

/**
 * Upcoming events (from `since`) first; then as listings are ordered. For very common words only those nearest in time
 * are ranked.
 */
export async function searchEvents(
  sql: ISql,
  { form, exact, near }: { form: string; exact: Sought; near: Sought },
  since: Date,
): Promise<Found[]> {
  const matching = sql`
    select id, title, location, date, title_form, search from events where search @@ (select anywhere from near)
  `
  return sql<Found[]>`
    with exact as materialized (${askedFor(sql, exact)}), near as materialized (${askedFor(sql, near)})
    select id, title, ${isoInstant(sql, 'date')} as date, location
    from (
      (${matching} and date >= (select ${since}::timestamptz) and date < '10000-01-01Z' order by date ${limit(sql, looked)})
      union all
      (${matching} and date < (select ${since}::timestamptz) and date >= '0001-01-02Z' order by date desc ${limit(sql, looked)})
    ) as found
    order by
      found.date < ${since},
      case
        when title_form = ${form} then 0
        when starts_with(title_form, ${form}) then 1
        when search @@ (select in_title from exact) then 2
        when search @@ (select anywhere from exact) then 3
        when search @@ (select in_title from near) then 4
        else 5
      end,
      abs(extract(epoch from found.date - ${since})),
      id
    ${limit(sql, wanted)}
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

function isIn(sql: ISql, city: ListingLocation | undefined) {
  return city === undefined ? sql`` : sql`and location = ${city}`
}

/** A literal: Postgres would plan each search anew for a parameter, and for one that it compares with statistics. */
function limit(sql: ISql, count: number) {
  return sql.unsafe(`limit ${count}`)
}

function newest(sql: ISql, city: ListingLocation | undefined) {
  return sql`(
    select id, title, location, created_at, expires_at, title_form, search
    from listings
    where title_form >= '' and ${isShown(sql)} ${isIn(sql, city)} -- The first is what its index says.
    order by created_at desc, id desc
    ${limit(sql, looked)}
  ) as newest`
}

function columns(sql: ISql) {
  return sql`id, title, ${isoInstant(sql, 'created_at')} as date, location, ${millisecondsLeft(sql)} as expires_in`
}

/** One row: both as `tsquery`, null without a word that Postgres searches for. */
function askedFor(sql: ISql, { anywhere, inTitle }: Sought) {
  return sql`select ${queryOf(sql, anywhere)} as anywhere, ${queryOf(sql, inTitle)} as in_title`
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

/** ISO 8601 in UTC. */
function isoInstant(sql: ISql, column: 'created_at' | 'date') {
  return sql`to_char(${sql(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
