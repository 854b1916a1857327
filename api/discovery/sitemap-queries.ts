import type { ISql } from 'postgres'
import { catalogue } from '#domain/listings/catalogue.ts'
import { isoInstant } from '../database/instant.ts'
import { isShown, millisecondsLeft } from '../listings/queries.ts'

/** Oldest listings first. `newest`: ISO 8601 in UTC. `expiresIn`: milliseconds until the part's next expiry. */
export function listParts(
  sql: ISql,
  size: number,
): Promise<Array<{ newest: string; expiresIn: number | null }>> {
  return sql`
    select
      ${isoInstant(sql, 'newest')} as newest,
      (extract(epoch from first_expiry - now()) * 1000)::float8 as expires_in
    from (
      select part, max(created_at) as newest, min(expires_at) as first_expiry
      from (
        select
          created_at,
          expires_at,
          (row_number() over (order by created_at, id) - 1) / ${size}::int as part
        from listings
        where ${isShown(sql)}
      ) as numbered
      group by part
    ) as parts
    order by part
  `
}

export function listAddresses(
  sql: ISql,
  { limit, offset }: { limit: number; offset: number },
): Promise<Array<{ id: string; createdAt: string; expiresIn: number | null }>> {
  return sql`
    select
      id,
      ${isoInstant(sql, 'created_at')} as created_at,
      ${millisecondsLeft(sql)} as expires_in
    from listings
    where title_form >= '' -- Condition of the partial index.
    and ${isShown(sql)}
    order by listings.created_at, id
    limit ${limit}
    offset ${offset}
  `
}

const places = catalogue.flatMap(({ name, subcategories }) =>
  subcategories.map((subcategory) => ({ category: name, subcategory: subcategory.name })),
)

/** Time of the newest listing in each subcategory. Subcategories without listings are absent. */
export function listNewestBySubcategory(
  sql: ISql,
): Promise<Array<{ category: string; subcategory: string; createdAt: string }>> {
  return sql`
    select place.category, place.subcategory, ${isoInstant(sql, 'newest.created_at')} as created_at
    from unnest(
      ${places.map(({ category }) => category)}::text[],
      ${places.map(({ subcategory }) => subcategory)}::text[]
    ) as place (category, subcategory)
    cross join lateral (
      select created_at
      from listings
      where category_slug = slug(place.category)
      and subcategory_slug = slug(place.subcategory)
      and ${isShown(sql)}
      order by listings.created_at desc
      limit 1
    ) as newest
  `
}
