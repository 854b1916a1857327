import type { ISql } from 'postgres'
import { isoInstant, limitTo } from '../database/fragments.ts'
import { instant, isShown, type ListingCursor, micros, millisecondsLeft } from '../listings/queries.ts'

/** Begins at its cursor, inclusive. `newest`: ISO 8601 in UTC, null if none of its listings is shown. */
export type ListingPart = ListingCursor & {
  newest: string | null
  /** Milliseconds until its newest listing expires. */
  expiresIn: number | null
}

/**
 * Parts of `size` listings, expired ones included, oldest first. Hops from one part's first listing to the next in an
 * index-only scan.
 */
export function listParts(sql: ISql, size: number): Promise<ListingPart[]> {
  return sql`
    with recursive firsts as (
      (select created_at, id from listings where title_form >= '' order by created_at, id limit 1)
      union all
      select next.created_at, next.id
      from firsts
      cross join lateral (
        select created_at, id
        from listings
        where title_form >= '' -- Condition of the partial index.
        and (created_at, id) >= (firsts.created_at, firsts.id)
        order by created_at, id
        offset ${size}
        limit 1
      ) as next
    ),
    parts as (
      select
        *,
        -- A row comparison that may be null would not be an index condition.
        coalesce(lead(created_at) over by_age, 'infinity') as end_created_at,
        coalesce(lead(id) over by_age, id) as end_id
      from firsts
      window by_age as (order by created_at, id)
    )
    select
      parts.id,
      ${micros(sql, 'parts.created_at')} as micros,
      ${isoInstant(sql, 'newest.created_at')} as newest,
      newest.expires_in
    from parts
    left join lateral (
      select created_at, ${millisecondsLeft(sql)} as expires_in
      from listings
      where title_form >= ''
      and ${isShown(sql)}
      and (created_at, id) >= (parts.created_at, parts.id)
      and (created_at, id) < (parts.end_created_at, parts.end_id)
      order by created_at desc, id desc
      limit 1
    ) as newest on true
    order by parts.created_at, parts.id
  `
}

/** Shown listings, oldest first. `before` is exclusive. */
export function listAddresses(
  sql: ISql,
  { from, before, limit }: { from: ListingCursor; before: ListingCursor | undefined; limit: number },
): Promise<Array<{ id: string; createdAt: string; expiresIn: number | null }>> {
  const keyOf = (at: ListingCursor) => sql`(${instant(sql, at.micros)}, ${at.id}::uuid)`
  return sql`
    select
      id,
      ${isoInstant(sql, 'created_at')} as created_at,
      ${millisecondsLeft(sql)} as expires_in
    from listings
    where title_form >= '' -- Condition of the partial index.
    and ${isShown(sql)}
    and (listings.created_at, id) >= ${keyOf(from)}
    ${before ? sql`and (listings.created_at, id) < ${keyOf(before)}` : sql``}
    order by listings.created_at, id
    ${limitTo(sql, limit)}
  `
}
