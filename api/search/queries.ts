import type { SearchResult } from '#domain/search.ts'
import type { ISql, PendingQuery, Row } from 'postgres'
import type { ListingLocation } from '#domain/listings/catalogue.ts'
import { isoInstant, limitTo, literal } from '../database/fragments.ts'
import { isInCalendar } from '../events/queries.ts'
import { isShown, millisecondsLeft } from '../listings/queries.ts'

/** `to_tsquery` texts, one per word: as written, and stemmed as English. `inTitle` matches words of titles only. */
export type Words = Array<{ asWritten: string; inEnglish: string }>
export type SearchWords = { anywhere: Words; inTitle: Words }

/** `expiresIn`: milliseconds, absent for a listing that never expires. */
export type SearchHit = Omit<SearchResult, 'path'> & { expiresIn?: number }

/** Best matches first; or the newest: last posted listings, last changed upcoming events. At most `most` of each. */
export type Page = { order: 'best' | 'newest'; most: number }

export type ListingSearch = {
  city: ListingLocation | undefined
  words: SearchWords
  /** Whether few listings have all words. `rare` is looked up by index; the other words are tested in the rows. */
  isRare: boolean
  rare: Words
  /** A text: listings with that title come first. Or ids of known listings, which are left out. */
  before: { form: string } | { ids: string[] }
}

export type EventSearch = { form: string; exact: SearchWords; near: SearchWords; since: Date }

type Fragment = PendingQuery<Row[]>

/** How many of the newest listings are read one by one, and how many rows of an index are ranked. */
const scanLimit = 1_000

/** How many titles with a prefix are read, in alphabetical order. */
const titleScanLimit = 110

/** One statement for both: a round trip costs more than most searches. */
export async function listHits(
  sql: ISql,
  { listings, events }: { listings?: ListingSearch | undefined; events?: EventSearch | undefined },
  page: Page,
): Promise<{ listings: SearchHit[]; events: SearchHit[] }> {
  const [found] = await sql<[{ listings: SearchHit[]; events: SearchHit[] }]>`
    select ${toArray(sql, listings && foundListings(sql, listings, page))} as listings,
      ${toArray(sql, events && foundEvents(sql, events, page))} as events
  `
  return found
}

function toArray(sql: ISql, query: Fragment | undefined) {
  return query
    ? sql`(select coalesce(json_strip_nulls(json_agg(found)), '[]') from (${query}) as found)`
    : sql`'[]'::json`
}

/**
 * Listings whose title is the text, then those whose title begins with it, then those with the words in the title, then
 * those with the words in the text; each newest first. Each step runs only while there are too few: common words are
 * searched among the newest listings first, rare ones by index.
 */
function foundListings(
  sql: ISql,
  { city, words, isRare, rare, before }: ListingSearch,
  { order, most }: Page,
) {
  const [titled, titledToo] =
    'form' in before
      ? [titledListings(sql, before.form, city, most), sql`select * from titled union all`]
      : [sql`select unnest(${before.ids}::uuid[]) as id`, sql``]
  const isFew = sql`(select count(*) from titled) < ${literal(sql, most)}`
  const step =
    order === 'best' ? sql`case when search @@ (select in_title from asked) then 2 else 3 end` : sql`3`
  const newest = (needed: Fragment) => sql`
    matching as materialized (
      select ${columns(sql)}, ${step} as step
      from ${newestListings(sql, city)}
      where ${needed}
        and search @@ (select anywhere from asked)
        and id <> all (array(select id from titled))
    ),
    newest as materialized (
      (select * from matching where step = 2 ${limitTo(sql, most)})
      union all
      (select * from matching where step = 3 ${limitTo(sql, most)})
      ${limitTo(sql, most)}
    )
  `
  // Written as a boolean test (`is true`) so that the index is not used for this condition. The query of `rare` is null if
  // the parser of this database's locale finds no words in it, only signs.
  const indexed = (needed: Fragment) => sql`
    indexed as materialized (
      select ${columns(sql)}, ${step} as step
      from listings
      where ${needed}
        and search @@ (select coalesce(rare, anywhere) from asked)
        and ((select coalesce(rare, anywhere) = anywhere from asked) or search @@ (select anywhere from asked))
        ${city === undefined ? sql`` : sql`and search @@ ${`'@${city.toLowerCase()}'`}::tsquery`}
        and ${isShown(sql)}
      ${limitTo(sql, scanLimit + 1)}
    )
  `
  const isStillFew = sql`(select count(*) from titled) + (select count(*) from newest) < ${literal(sql, most)}`
  const hasMore = sql`(select count(*) from indexed) > ${literal(sql, scanLimit)}`
  const steps = isRare ? [indexed(isFew), newest(hasMore)] : [newest(isFew), indexed(isStillFew)]
  return sql`
    with asked as materialized (${tsQueries(sql, { anywhere: words.anywhere, in_title: words.inTitle, rare })}),
    titled as materialized (${titled}),
    ${steps[0] ?? sql``},
    ${steps[1] ?? sql``}
    select id, title, ${isoInstant(sql, 'created_at')} as date, location, ${millisecondsLeft(sql)} as "expiresIn", (
      select json_build_object('category', category, 'subcategory', subcategory, 'text', left(description, 300))
      from listings as found where found.id = listings.id
    ) as about
    from (
      ${titledToo}
      select * from newest
      union all
      select *
      from indexed
      where ${isStillFew} and id <> all (array(select id from titled union all select id from newest))
    ) as listings
    order by step, listings.created_at desc, id desc
    ${limitTo(sql, most)}
  `
}

/** If many titles begin with `form`, the newest of them are searched among the newest listings. */
function titledListings(sql: ISql, form: string, city: ListingLocation | undefined, most: number) {
  return sql`
    with first as materialized (
      select ${columns(sql)}, title_form
      from listings
      where title_form >= (select ${form})
        and title_form < (select ${`${form}\u{10ffff}`})
        and ${isShown(sql)} ${isIn(sql, city)}
      order by title_form, created_at desc
      ${limitTo(sql, titleScanLimit)}
    )
    select ${columns(sql)}, case when title_form = (select ${form}) then 0 else 1 end as step
    from (
      select * from first
      union
      select ${columns(sql)}, title_form
      from ${newestListings(sql, city)}
      where (select count(*) from first) = ${literal(sql, titleScanLimit)} and starts_with(title_form, (select ${form}))
    ) as titled
    order by step, created_at desc, id desc
    ${limitTo(sql, most)}
  `
}

/**
 * Exact matches first, then upcoming events (from `since`), then in the order of listings. For very common words, only
 * the events nearest in time are ranked.
 */
function foundEvents(sql: ISql, { form, exact, near, since }: EventSearch, { order, most }: Page) {
  const matching = sql`
    select
      id, title, location, date, greatest(date, ends_at) as until, title_form, search, status, all_day, updated_at
    from events where search @@ (select near from asked) and ${isInCalendar(sql, 'date')}
  `
  const asked = {
    exact: exact.anywhere,
    exact_title: exact.inTitle,
    near: near.anywhere,
    near_title: near.inTitle,
  }
  const best = sql`
    order by
      search @@ (select exact from asked) is not true,
      events.until < ${since},
      case
        when title_form = ${form} then 0
        when starts_with(title_form, ${form}) then 1
        when search @@ (select exact_title from asked) then 2
        when search @@ (select exact from asked) then 3
        when search @@ (select near_title from asked) then 4
        else 5
      end,
      abs(extract(epoch from events.date - ${since})),
      id
  `
  return sql`
    with asked as materialized (${tsQueries(sql, asked)})
    select id, title, ${isoInstant(sql, 'date')} as date, location, nullif(status, 'scheduled') as status,
      nullif(all_day, false) as "allDay"
    from (
      (${matching} and greatest(date, ends_at) >= (select ${since}::timestamptz) order by date ${limitTo(sql, scanLimit)})
      union all
      (${matching} and greatest(date, ends_at) < (select ${since}::timestamptz) order by date desc ${limitTo(sql, scanLimit)})
    ) as events
    ${order === 'best' ? best : sql`where events.until >= ${since} order by updated_at desc, id`}
    ${limitTo(sql, most)}
  `
}

function isIn(sql: ISql, city: ListingLocation | undefined) {
  return city === undefined ? sql`` : sql`and location = ${city}`
}

function newestListings(sql: ISql, city: ListingLocation | undefined) {
  return sql`(
    select id, title, location, created_at, expires_at, title_form, search
    from listings
    where title_form >= '' and ${isShown(sql)} ${isIn(sql, city)} -- title_form >= '' selects the partial index.
    order by created_at desc, id desc
    ${limitTo(sql, scanLimit)}
  ) as newest`
}

function columns(sql: ISql) {
  return sql`id, title, location, created_at, expires_at`
}

/**
 * One row with a tsquery for each name, null without words. Words that English leaves as they are would be tested twice.
 * `offset 0` keeps Postgres from evaluating `to_tsquery` again for each mention.
 */
function tsQueries(sql: ISql, queries: Record<string, Words>) {
  const words = Object.entries(queries).flatMap(([name, all]) => all.map((word) => ({ name, ...word })))
  const named = Object.keys(queries).map(
    (name) => `string_agg('(' || word || ')', ' & ') filter (where name = '${name}')::tsquery as ${name}`,
  )
  return sql`
    select ${sql.unsafe(named.join(', '))}
    from (
      select name, case
        when translate(as_written::text, ':*', '') = translate(in_english::text, ':', '') then as_written
        else as_written || in_english
      end::text as word
      from (
        select name, to_tsquery('simple', "asWritten") as as_written, to_tsquery('english', "inEnglish") as in_english
        from jsonb_to_recordset(${sql.json(words)}) as word(name text, "asWritten" text, "inEnglish" text)
        offset 0
      ) as words
    ) as words
    where word <> ''
  `
}
